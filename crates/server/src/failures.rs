//! What is written of requests that failed on our side: the first of a kind at once, then how many there were, once a minute. A crowd
//! before a full room does not fill the log.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use tower_http::classify::ServerErrorsFailureClass;
use tower_http::trace::OnFailure;
use tracing::Span;

/// How long after a line the next one of its kind may come.
const QUIET: Duration = Duration::from_secs(60);

/// By status: when the last line was written, and how many failed since then.
#[derive(Clone, Debug, Default)]
pub struct Failures(Arc<Mutex<BTreeMap<u16, Seen>>>);

/// When a status was told last, and how often it was met since.
type Seen = (Option<Instant>, u64);

impl Failures {
    /// One more failed at `now`: how many the line to write stands for; `None` if there is none to write.
    fn count(&self, status: StatusCode, now: Instant) -> Option<u64> {
        let mut kinds = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (last, since) = kinds.entry(status.as_u16()).or_default();
        *since += 1;
        if last.is_some_and(|last| now.saturating_duration_since(last) < QUIET) {
            return None;
        }
        *last = Some(now);
        Some(std::mem::take(since))
    }
}

impl OnFailure<ServerErrorsFailureClass> for Failures {
    fn on_failure(&mut self, class: ServerErrorsFailureClass, _: Duration, _: &Span) {
        let status = match class {
            ServerErrorsFailureClass::StatusCode(status) => status,
            ServerErrorsFailureClass::Error(_) => StatusCode::INTERNAL_SERVER_ERROR,
        };
        let Some(requests) = self.count(status, Instant::now()) else { return };
        // Being full is no fault of the program.
        if status == StatusCode::SERVICE_UNAVAILABLE {
            tracing::warn!(%status, requests, "requests were turned away");
        } else {
            tracing::error!(%status, requests, "requests failed");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crowd_is_one_line_a_minute() {
        let (failures, start) = (Failures::default(), Instant::now());
        let full = StatusCode::SERVICE_UNAVAILABLE;
        assert_eq!(failures.count(full, start), Some(1));
        assert!((0..500).all(|ms| failures.count(full, start + Duration::from_millis(ms)).is_none()));
        assert_eq!(failures.count(StatusCode::INTERNAL_SERVER_ERROR, start), Some(1), "another kind is told at once");
        assert_eq!(failures.count(full, start + QUIET), Some(501));
        assert_eq!(failures.count(full, start + QUIET * 3), Some(1));
    }
}
