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
/// first of a course that has none. Only devices that run CUDA are meant.
///
/// # Errors
/// When there is none, or it runs no CUDA.
pub fn find(here: &Path, name: Option<&str>) -> Result<Device, Failure> {
    let around = Config::root_above(here).map(|root| catalog::devices(&root));
    let mut listed = around.unwrap_or_default();
    if !listed.iter().any(Device::runs_cuda) {
        listed = catalog::shipped_devices();
    }
    let (known, others): (Vec<Device>, Vec<Device>) =
        listed.into_iter().partition(Device::runs_cuda);
    let Some(name) = name else {
        let usual = known.iter().find(|device| device.id == DEFAULT);
        let empty = || Failure::broken("the course's list of devices is empty");
        return usual.or(known.first()).cloned().ok_or_else(empty);
    };
    if let Some(device) = known.iter().find(|device| is_called(device, name)) {
        return Ok(device.clone());
    }
    let names: Vec<&str> = known.iter().map(|device| device.name.as_str()).collect();
    let problem = match others.iter().find(|device| is_called(device, name)) {
        Some(other) => format!("the {} runs no CUDA programs", other.name),
        None => format!("no device is called `{name}`"),
    };
    Err(Failure::wrong_use(problem).help(format!(
        "there are `{}`; a part of the name will do",
        names.join("`, `")
    )))
}

/// Whether a name, the driver's name or the id has the text in it, in whatever case.
fn is_called(device: &Device, name: &str) -> bool {
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
    fn a_device_without_cuda_is_refused_by_name() {
        let refused = find(Path::new("/"), Some("m2 ultra")).expect_err("it runs no CUDA");
        assert_eq!(refused.message, "the M2 Ultra runs no CUDA programs");
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
