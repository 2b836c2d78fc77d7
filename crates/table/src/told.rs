//! What a viewer of a running game has been told: how much, and the last of it.

use std::collections::VecDeque;
use std::sync::Arc;

/// What a viewer has been told.
#[derive(PartialEq, Debug)]
pub(crate) struct Told<E> {
    pub count: u64,
    /// The last events; viewers who were told the same share them.
    pub last: VecDeque<Arc<E>>,
}

impl<E> Default for Told<E> {
    fn default() -> Self {
        Told { count: 0, last: VecDeque::new() }
    }
}

impl<E> Clone for Told<E> {
    fn clone(&self) -> Self {
        Told { count: self.count, last: self.last.clone() }
    }
}

impl<E> Told<E> {
    /// The number of the first event that is kept.
    pub fn first(&self) -> u64 {
        self.count - self.last.len() as u64
    }

    pub fn add(&mut self, event: Arc<E>) {
        self.last.push_back(event);
        self.count += 1;
    }
}
