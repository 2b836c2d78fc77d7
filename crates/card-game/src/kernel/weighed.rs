//! Which abilities are being weighed: one that initiates another is weighed by what that would do, and the other may come back to it.

use std::cell::RefCell;

use super::state::{Id, Inst};

thread_local! {
    /// Those whose weighing has begun and not ended, innermost last. It holds nothing between two calls of the engine.
    static WEIGHED: RefCell<Vec<(Id, u16, u8)>> = const { RefCell::new(Vec::new()) };
}

/// Takes the ability off again, also when the weighing is broken off.
struct Begun;

impl Drop for Begun {
    fn drop(&mut self) {
        WEIGHED.with_borrow_mut(|weighed| weighed.pop());
    }
}

/// What `would` says of the ability; no, if it is being weighed already: that it can be initiated once more changes nothing by itself
/// (RR.ab.can_initiate.1).
pub fn weigh(inst: &Inst, would: impl FnOnce() -> bool) -> bool {
    let key = (inst.card, inst.def, inst.ability);
    if WEIGHED.with_borrow(|weighed| weighed.contains(&key)) {
        return false;
    }
    WEIGHED.with_borrow_mut(|weighed| weighed.push(key));
    let _begun = Begun;
    would()
}
