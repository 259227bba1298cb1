//! Stand-ins until the scenario room is complete.
#![allow(missing_docs)]
use super::Scenario;
use crate::engine::Givens;
use crate::words::Text;
pub fn patch(_: &str, _: &Scenario, _: &Scenario) -> String {
    String::new()
}
pub fn is_id(_: &str) -> bool {
    true
}
pub enum Reshape {
    AddSlot { at: usize, name: String },
    AddWord { at: usize, name: String },
    AddRow { at: usize },
    AddKeyDimension { at: usize },
    AddValueDimension { at: usize },
    RemoveSlot { at: usize },
    RemoveWord { at: usize },
    RemoveRow { at: usize },
    RemoveKeyDimension { at: usize },
    RemoveValueDimension { at: usize },
}
impl Reshape {
    pub fn apply_to(&self, _: &mut Givens) -> Result<(), Text> {
        Ok(())
    }
}
impl Scenario {
    pub fn reshape(&mut self, _: &Reshape) -> Result<Vec<Text>, Text> {
        Ok(vec![])
    }
    pub fn rename_slot(&mut self, _: usize, _: &str) -> Result<(), Text> {
        Ok(())
    }
    pub fn rename_word(&mut self, _: usize, _: &str) -> Result<(), Text> {
        Ok(())
    }
}
pub fn replace_file(path: &std::path::Path, text: &str) -> Result<(), Text> {
    std::fs::write(path, text).map_err(|e| Text::same(e.to_string()))
}
