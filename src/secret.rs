//! The service's secret: in the database, in a separate file, or given at start.

use std::fs::OpenOptions;
use std::io::{self, Read as _, Write as _};
use std::path::Path;

use hex::FromHex as _;

use crate::config::ServeConfig;
use crate::store::{Secret, SecretPlace, Store};

/// Maximum size of a secret file, in bytes.
const MAX_BYTES: u64 = 1024;

/// Returns the configured secret, and stores it where the configuration says.
///
/// # Errors
/// Why no secret can be used.
pub async fn of(config: &ServeConfig, store: &dyn Store) -> Result<Secret, String> {
    match (config.secret, &config.secret_file) {
        (Some(secret), _) => place(store, SecretPlace::Elsewhere(secret)).await,
        (None, None) => place(store, SecretPlace::Database(fresh()?)).await,
        (None, Some(file)) => {
            let at = |why: io::Error| format!("{}: {why}", file.display());
            if let Some(secret) = read(file).map_err(at)? {
                return place(store, SecretPlace::Elsewhere(secret)).await;
            }
            // It is on disk in the file before it is deleted in the database.
            let secret = place(store, SecretPlace::Database(fresh()?)).await?;
            write(file, secret).map_err(at)?;
            place(store, SecretPlace::Elsewhere(secret)).await
        }
    }
}

async fn place(store: &dyn Store, place: SecretPlace) -> Result<Secret, String> {
    let secret = store.secret(place).await.map_err(|error| error.to_string())?;
    secret.ok_or_else(|| {
        "the names in this database were hashed with another secret: give that one, with --secret-file or --secret"
            .to_owned()
    })
}

fn fresh() -> Result<Secret, String> {
    let mut fresh = [0; 32];
    getrandom::fill(&mut fresh).map_err(|error| error.to_string())?;
    Ok(Secret(fresh))
}

/// The secret in a file; none if there is no file.
fn read(file: &Path) -> io::Result<Option<Secret>> {
    let opened = match OpenOptions::new().read(true).open(file) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        opened => opened?,
    };
    #[cfg(unix)]
    if std::os::unix::fs::PermissionsExt::mode(&opened.metadata()?.permissions()) & 0o077 != 0 {
        tracing::warn!(file = %file.display(), "the secret can be read by others than its owner: chmod 600 it");
    }
    let mut text = String::new();
    opened.take(MAX_BYTES).read_to_string(&mut text)?;
    let secret = <[u8; 32]>::from_hex(text.trim_end()).map(Secret);
    secret.map(Some).map_err(|_| io::Error::other("the file does not hold a secret, which is 64 hexadecimal digits"))
}

/// Writes a secret to a new file that only its owner may read. It is on disk when this returns.
fn write(file: &Path, secret: Secret) -> io::Result<()> {
    let temporary = file.with_added_extension("new");
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut created = options.open(&temporary)?;
    #[cfg(unix)]
    created.set_permissions(std::os::unix::fs::PermissionsExt::from_mode(0o600))?;
    writeln!(created, "{}", hex::encode(secret.0))?;
    created.sync_all()?;
    // Fails instead of overwriting a file that another process created meanwhile.
    std::fs::hard_link(&temporary, file)?;
    std::fs::remove_file(&temporary)?;
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    OpenOptions::new().read(true).open(folder)?.sync_all()
}
