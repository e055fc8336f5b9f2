//! Profiles, and the devices that come to them by links.

use async_trait::async_trait;
use play::SeatKey;

use super::{Row, Sql, quotas};
use crate::quota::StorageChange;
use crate::{DEVICES_MAX, Device, Error, Owner, ProfileLink, ProfileReader, ProfileWriter};

#[async_trait]
impl<S: Sql> ProfileWriter for S {
    async fn put_profile(&mut self, owner: Owner, document: String) -> Result<(), Error> {
        let size = "SELECT octet_length(document) FROM profiles WHERE id = $1";
        let replaced = self.row(size, &[(&owner.profile).into()]).await?;
        let replaced = replaced.map(|row| row.get(0)).transpose()?;
        let change = StorageChange::put(document.len(), replaced);
        quotas::check(self, &owner, change).await?;
        self.execute(
            "INSERT INTO profiles (id, document, network) VALUES ($1, $2, $3)
             ON CONFLICT (id) DO UPDATE SET document = excluded.document,
               network = excluded.network, unchanged_since = NULL",
            &[(&owner.profile).into(), document.into(), (&owner.network).into()],
        )
        .await?;
        Ok(())
    }

    async fn delete_profile(&mut self, profile: String) -> Result<(), Error> {
        for table in [
            "DELETE FROM analysis_summaries WHERE owner = $1",
            "DELETE FROM analyses WHERE owner = $1",
            "DELETE FROM tiles WHERE profile = $1",
            "DELETE FROM puzzle_results WHERE profile = $1",
            "DELETE FROM profiles WHERE id = $1",
            "DELETE FROM profile_links WHERE profile = $1",
            "DELETE FROM devices WHERE profile = $1",
            "DELETE FROM reports WHERE reporter = $1",
        ] {
            self.execute(table, &[(&profile).into()]).await?;
        }
        Ok(())
    }

    async fn put_profile_link(&mut self, link: ProfileLink) -> Result<(), Error> {
        self.execute(
            "INSERT INTO profile_links (profile, key, expires) VALUES ($1, $2, $3)
             ON CONFLICT (profile) DO UPDATE SET key = excluded.key, expires = excluded.expires",
            &[(&link.profile).into(), link.key.into(), link.expires.into()],
        )
        .await?;
        Ok(())
    }

    async fn take_profile_link(&mut self, key: SeatKey, device: Device) -> Result<String, Error> {
        // Of two servers one finds it gone.
        let taken = self
            .row(
                "DELETE FROM profile_links WHERE key = $1 AND $2 < expires
                   AND (SELECT count(*) FROM devices
                        WHERE devices.profile = profile_links.profile) < $3
                 RETURNING profile",
                &[key.into(), device.added.into(), DEVICES_MAX.into()],
            )
            .await?;
        let Some(taken) = taken else {
            let full = "SELECT 1 FROM profile_links WHERE key = $1 AND $2 < expires";
            let full = self.row(full, &[key.into(), device.added.into()]).await?;
            return Err(if full.is_some() { Error::Full } else { Error::NotFound });
        };
        let profile: String = taken.get(0)?;
        self.execute(
            "INSERT INTO devices (key, profile, added) VALUES ($1, $2, $3)",
            &[device.key.into(), (&profile).into(), device.added.into()],
        )
        .await?;
        Ok(profile)
    }

    async fn remove_devices(
        &mut self,
        profile: String,
        key: Option<SeatKey>,
    ) -> Result<u64, Error> {
        let links = "DELETE FROM profile_links WHERE profile = $1";
        self.execute(links, &[(&profile).into()]).await?;
        self.execute(
            "DELETE FROM devices WHERE profile = $1 AND (CAST($2 AS TEXT) IS NULL OR key = $2)",
            &[(&profile).into(), key.into()],
        )
        .await
    }
}

#[async_trait]
impl<S: Sql> ProfileReader for S {
    async fn profile(&mut self, id: String) -> Result<Option<String>, Error> {
        let row = self.row("SELECT document FROM profiles WHERE id = $1", &[(&id).into()]).await?;
        row.map(|row| row.get(0)).transpose()
    }

    async fn device_profile(&mut self, key: SeatKey) -> Result<Option<String>, Error> {
        let row = self.row("SELECT profile FROM devices WHERE key = $1", &[key.into()]).await?;
        row.map(|row| row.get(0)).transpose()
    }

    async fn devices(&mut self, profile: String) -> Result<Vec<Device>, Error> {
        let select = "SELECT key, added FROM devices WHERE profile = $1 ORDER BY added, key";
        let rows = self.rows(select, &[(&profile).into()]).await?;
        let device = |row: &Row| Ok(Device { key: row.get(0)?, added: row.get(1)? });
        rows.iter().map(device).collect()
    }
}
