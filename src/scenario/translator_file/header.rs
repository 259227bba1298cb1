//! The beginning of a safetensors file: which tensors there are, of what type, and where.
//!
//! Read here before the crate reads it: so that a type it does not know is told with its tensor, and because it adds up
//! the ends a file claims, which may leave `usize`.

use super::{TranslatorFault, limits};
use safetensors::SafeTensors;
use serde::Deserialize;
use std::collections::{BTreeMap, HashMap};

/// Bytes of the length that a file begins with.
const LENGTH: usize = 8;

#[derive(Deserialize)]
struct Header {
    #[serde(rename = "__metadata__")]
    metadata: Option<HashMap<String, String>>,
    #[serde(flatten)]
    tensors: BTreeMap<String, Info>,
}

#[derive(Deserialize)]
struct Info {
    dtype: String,
    data_offsets: (usize, usize),
}

/// A file that is laid out as it should be.
pub(super) struct Opened<'a> {
    pub tensors: SafeTensors<'a>,
    pub metadata: HashMap<String, String>,
}

/// Opens a file whose tensors are all of a type that is read here. Nothing is allocated but what its bytes hold.
pub(super) fn open(bytes: &[u8]) -> Result<Opened<'_>, TranslatorFault> {
    let length = bytes.first_chunk::<LENGTH>().ok_or(TranslatorFault::Cut)?;
    let claimed = u64::from_le_bytes(*length);
    let length = usize::try_from(claimed).ok().filter(|length| *length <= limits::HEADER);
    let length = length.ok_or(TranslatorFault::HeaderTooLarge { claimed, most: limits::HEADER })?;
    let (header, numbers) = bytes[LENGTH..].split_at_checked(length).ok_or(TranslatorFault::Cut)?;
    let wrong = |reason: String| TranslatorFault::Header { reason };
    let text = std::str::from_utf8(header).map_err(|reason| wrong(reason.to_string()))?;
    let header: Header = serde_json::from_str(text).map_err(|reason| wrong(reason.to_string()))?;
    for (name, info) in header.tensors {
        if !matches!(info.dtype.as_str(), "F64" | "F32") {
            return Err(TranslatorFault::Dtype { tensor: name, found: info.dtype });
        }
        if info.data_offsets.1 > numbers.len() {
            return Err(TranslatorFault::Cut);
        }
    }
    let tensors =
        SafeTensors::deserialize(bytes).map_err(|reason| TranslatorFault::Layout { reason: reason.to_string() })?;
    Ok(Opened { tensors, metadata: header.metadata.unwrap_or_default() })
}
