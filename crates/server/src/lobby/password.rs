//! Tables with a password.

use crate::limit::Limits;
use crate::people::{Asking, Door, source};
use crate::room::{Refusal, Room};
use crate::terms::{LONGEST_PASSWORD, Terms, Visibility};

/// Attempts with the password of one table, from everywhere: fifty at once, then one in two seconds. From one place they count as those
/// with the password of an account do.
const ATTEMPTS: Limits = Limits { rate: 0.5, burst: 50.0, patience: u32::MAX };

impl Door {
    /// The hash of the password of a new table, if it has one.
    pub(crate) async fn locks(&self, terms: Option<&Terms>, password: Option<String>) -> Result<Option<String>, Refusal> {
        let visibility = terms.map(|terms| terms.visibility).unwrap_or_default();
        match (visibility, password.filter(|password| !password.is_empty())) {
            (Visibility::Password, Some(password)) if password.len() <= LONGEST_PASSWORD => self.hash(password).await.map(Some),
            (Visibility::Password, Some(_)) => {
                Err(Refusal::new("bad_password", format!("the password of a table has at most {LONGEST_PASSWORD} bytes")))
            }
            (Visibility::Password, None) => Err(Refusal::new("bad_password", "a table with a password needs one: give it as `password`")),
            (_, Some(_)) => Err(Refusal::new("bad_request", "only a table whose visibility is `password` has a password")),
            (_, None) => Ok(None),
        }
    }

    /// Whether whoever asks may sit down in the room as far as its password goes.
    pub(crate) async fn lets_in(&self, asking: &Asking, room: &Room, visitor: &str, password: Option<String>) -> Result<(), Refusal> {
        let Some(hash) = room.password(visitor).await? else { return Ok(()) };
        let password = password.filter(|password| !password.is_empty());
        let password = password.ok_or_else(|| Refusal::new("needs_password", "this table has a password: give it as `password`"))?;
        if let Some(address) = asking.address(self.proxied) {
            self.attempt(format!("{} at {}", source(address), room.name()), crate::people::ATTEMPTS)?;
        }
        self.attempt(format!("at {}", room.name()), ATTEMPTS)?;
        let fits = password.len() <= LONGEST_PASSWORD && self.fits(hash, password).await?;
        if fits { Ok(()) } else { Err(Refusal::new("wrong_password", "this is not the password of this table")) }
    }
}
