//! A list of an export, of which one element at a time is written.

use std::vec;

use actix_web::web::Bytes;

/// A list that is read in pages.
pub(super) struct List<T> {
    page: vec::IntoIter<T>,
    is_first: bool,
}

impl<T: Clone> List<T> {
    pub(super) fn new() -> Self {
        Self { page: Vec::new().into_iter(), is_first: true }
    }

    /// Whether the next page must be read.
    pub(super) fn needs_page(&self) -> bool {
        self.page.len() == 0
    }

    pub(super) fn set_page(&mut self, page: Vec<T>) {
        self.page = page.into_iter();
    }

    /// Returns the next element, which stays in the list until it is [written](Self::written), so that it can be retried.
    pub(super) fn next(&self) -> Option<T> {
        self.page.as_slice().first().cloned()
    }

    /// Removes the next element, and returns its text, after a comma if it is not the first.
    pub(super) fn written(&mut self, text: &[u8]) -> Bytes {
        self.page.next();
        let comma: &[u8] = if std::mem::take(&mut self.is_first) { b"" } else { b",\n" };
        [comma, text].concat().into()
    }
}
