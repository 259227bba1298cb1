//! From a translator to the bytes of a file: the same bytes each time.

use super::{AVERAGES, Trained, TranslatorFault, metadata, tensors};
use safetensors::{Dtype, View, serialize};
use std::borrow::Cow;
use std::collections::HashMap;

/// A tensor that is written.
struct Written<'a> {
    shape: Vec<usize>,
    numbers: &'a [f64],
}

impl View for Written<'_> {
    fn dtype(&self) -> Dtype {
        Dtype::F64
    }

    fn shape(&self) -> &[usize] {
        &self.shape
    }

    fn data(&self) -> Cow<'_, [u8]> {
        self.numbers.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<u8>>().into()
    }

    fn data_len(&self) -> usize {
        size_of_val(self.numbers)
    }
}

impl Trained {
    /// The bytes of a file.
    ///
    /// # Errors
    /// When the words make its header larger than the format allows.
    pub fn to_bytes(&self) -> Result<Vec<u8>, TranslatorFault> {
        let shapes = self.parameters.shapes();
        let mut all = Vec::new();
        let averages = self.course.iter().flat_map(|course| AVERAGES.into_iter().zip([&course.first, &course.second]));
        let averages = averages.map(|(prefix, numbers)| (prefix, &numbers[..]));
        let sets = std::iter::once(("", self.parameters.numbers())).chain(averages);
        for (prefix, numbers) in sets {
            for tensor in shapes.tensors() {
                let numbers = numbers.get(shapes.range(tensor)).unwrap_or_default();
                let shape = tensors::shape(shapes, tensor).unwrap_or_default();
                all.push((format!("{prefix}{}", tensor.name()), Written { shape, numbers }));
            }
        }
        let said = self.course.as_ref().map(|course| metadata::write(self, course)).transpose()?;
        let said = said.map(|said| HashMap::from([(metadata::KEY.to_owned(), said)]));
        serialize(all, said).map_err(|reason| TranslatorFault::Layout { reason: reason.to_string() })
    }
}
