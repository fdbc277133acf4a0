//! The device of a name: its figures, and what a program sees of it.
//!
//! What was typed goes in; a row of `content/data/devices.yaml` comes out, of the course around the current folder, or else of the
//! course that came with this program. [`seen`] is the same device as the CUDA runtime shows it.

use std::path::Path;

use crate::config::Config;
use crate::course::{Device, catalog};
use crate::exit::Failure;

/// What is meant where no device is named.
const DEFAULT: &str = "dev.a100";

/// The device whose name, driver's name or id has `name` in it, in whatever case: `h100`. Without a name the A100, or the
/// first of a course that has none.
///
/// # Errors
/// When there is none.
pub fn find(here: &Path, name: Option<&str>) -> Result<Device, Failure> {
    let around = Config::root_above(here).map(|root| catalog::devices(&root));
    let mut known = around.unwrap_or_default();
    if known.is_empty() {
        known = catalog::shipped_devices();
    }
    let is_meant = |device: &&Device| match name {
        None => device.id == DEFAULT,
        Some(name) => {
            let names = [
                &device.id,
                &device.name,
                device.driver.as_ref().unwrap_or(&device.name),
            ];
            let wanted = name.to_ascii_lowercase();
            names
                .iter()
                .any(|of| of.to_ascii_lowercase().contains(&wanted))
        }
    };
    match (known.iter().find(is_meant), name) {
        (Some(device), _) => Ok(device.clone()),
        (None, Some(name)) => {
            let names: Vec<&str> = known.iter().map(|device| device.name.as_str()).collect();
            Err(
                Failure::wrong_use(format!("no device is called `{name}`")).help(format!(
                    "there are `{}`; a part of the name will do",
                    names.join("`, `")
                )),
            )
        }
        (None, None) => known
            .first()
            .cloned()
            .ok_or_else(|| Failure::broken("the course's list of devices is empty")),
    }
}

/// The device as a program sees it.
pub fn seen(device: &Device) -> simt::host::Device {
    let (major, minor) = device.cc.split_once('.').unwrap_or((&device.cc, "0"));
    let part = |digits: &str| digits.parse().unwrap_or(0);
    let khz = |mhz: f64| (mhz * 1000.0).round() as u32;
    // Two transfers a tick, eight bits a byte.
    let memory_mhz = device
        .memory_clock
        .unwrap_or(device.bandwidth * 4000.0 / f64::from(device.bus.max(1)));
    simt::host::Device {
        name: device
            .driver
            .clone()
            .unwrap_or_else(|| format!("NVIDIA {}", device.name))
            .into(),
        capability: (part(major), part(minor)),
        multiprocessors: device.sms,
        memory_bytes: device.driver_memory.unwrap_or((device.memory * 1e9) as u64),
        clock_khz: khz(device.clock),
        memory_clock_khz: khz(memory_mhz),
        bus_bits: device.bus,
        l2_bytes: (device.l2 * 1_048_576.0) as u32,
        shared_per_multiprocessor: device.shared_sm * 1024,
        shared_optin: device.shared_block * 1024,
        threads_per_multiprocessor: device.warps_sm * 32,
        blocks_per_multiprocessor: device.blocks_sm,
        single_to_double: (device.fp32 / device.fp64.max(1e-9)).round() as u32,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_agrees_with_the_machine_s_own_device() {
        let found = find(Path::new("/"), None).expect("the shipped list has it");
        assert_eq!(seen(&found), simt::host::Device::default());
    }

    #[test]
    fn part_of_a_name_will_do() {
        let found = |name| {
            find(Path::new("/"), Some(name))
                .map(|device| device.id)
                .ok()
        };
        assert_eq!(found("H100").as_deref(), Some("dev.h100"));
        assert_eq!(found("tesla t4").as_deref(), Some("dev.t4"));
        assert_eq!(found("mi300"), None);
    }

    #[test]
    fn bandwidth_follows_from_bus_and_clock() {
        for device in catalog::shipped_devices() {
            if let Some(mhz) = device.memory_clock {
                let bandwidth = mhz * f64::from(device.bus) / 4000.0;
                let off = (bandwidth / device.bandwidth - 1.0).abs();
                assert!(
                    off < 0.01,
                    "{}: {bandwidth} GB/s by bus and clock",
                    device.id
                );
            }
        }
    }
}
