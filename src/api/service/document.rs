//! What the operations of the service share in the OpenAPI document.

use crate::api::operation::{OperationDoc, OperationInfo, operation};

pub(super) fn describe(id: &str, summary: &str, description: &'static str) -> OperationDoc {
    operation(OperationInfo { id: id.to_owned(), tag: "Service", summary: summary.to_owned(), description })
}
