//! NVIDIA's driver and compiler, by cudarc; both libraries are found when this is opened, and each function is asked for first.
//!
//! cuBLAS and NVML are found when they are first asked for; nothing needs either, so what is missing is said and nothing fails.
//!
//! In: the calls of [`Driver`]. Out: what the driver says, by name. The rule: this is the one file of the crate with calls
//! that the compiler cannot check; each passes what was made here and is still alive, lengths come from slices, and after
//! a kernel was stopped nothing more is asked of the context, which the end of the process takes away.
#![allow(unsafe_code)]

use std::collections::HashMap;
use std::ffi::{CStr, CString, c_char, c_int, c_uint, c_void};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use cudarc::driver::result::{self as driver, DriverError};
use cudarc::driver::sys::{self, CUdevice_attribute as Attribute, CUresult};
use cudarc::nvrtc::{result as nvrtc, sys as nvrtc_sys};
use libloading::Library as Loaded;

use crate::driver::{Address, Conditions, Driver, Facts, Launching, Mark, Text, Uncompiled};
use crate::find;
use crate::names::{COMPILER, DRIVER, ELAPSED, compilers, refused, told};
use crate::trouble::{Library, Trouble};

type Elapsed = unsafe extern "C" fn(*mut f32, sys::CUevent, sys::CUevent) -> CUresult;

/// The oldest CUDA whose driver has all that is asked for.
const OLDEST: (u32, u32) = (11, 2);
/// Dynamic shared memory that needs no asking for.
const USUAL_SHARED: u32 = 48 << 10;

/// NVIDIA's driver with its first device.
pub struct Cuda {
    facts: Facts,
    headers: Vec<PathBuf>,
    module: Option<sys::CUmodule>,
    functions: HashMap<String, sys::CUfunction>,
    events: Vec<sys::CUevent>,
    elapsed: Elapsed,
    /// Found when they are first asked for.
    products: Option<Result<Products, Trouble>>,
    management: Option<Result<Management, Trouble>>,
    /// A kernel was stopped, or is still running.
    lost: bool,
}

impl Cuda {
    /// Finds the libraries, and the first device.
    ///
    /// # Errors
    /// What is missing or too old.
    pub fn open() -> Result<Cuda, Trouble> {
        loaded(Library::Driver, &find::drivers())?;
        let of_driver = unsafe { sys::is_culib_present() }.then(|| unsafe { sys::culib() });
        let of_driver = complete(Library::Driver, of_driver, DRIVER)?;
        let elapsed: Elapsed = unsafe { of_driver.get::<Elapsed>(ELAPSED.as_bytes()) }
            .map(|found| *found)
            .map_err(|_| Trouble::NoSymbol(Library::Driver, ELAPSED.into()))?;
        driver::init().map_err(told)?;
        let version = driver_version()?;
        if version < OLDEST {
            let (have, need) = (dotted(version), dotted(OLDEST));
            let what = format!("it supports CUDA {have}, and {need} is needed");
            return Err(Trouble::TooOld(Library::Driver, what));
        }
        let file = loaded(Library::Compiler, &find::compilers())?;
        let of_compiler =
            unsafe { nvrtc_sys::is_culib_present() }.then(|| unsafe { nvrtc_sys::culib() });
        complete(Library::Compiler, of_compiler, COMPILER)?;
        let facts = first_device(version)?;
        supported(&facts)?;
        let mut cuda = Cuda {
            facts,
            headers: find::headers(&file),
            module: None,
            functions: HashMap::new(),
            events: Vec::new(),
            elapsed,
            products: None,
            management: None,
            lost: false,
        };
        cuda.prove()?;
        Ok(cuda)
    }

    /// Code of this compiler is loaded by this driver; what is not is no learner's fault.
    fn prove(&mut self) -> Result<(), Trouble> {
        let kernels = ["nothing".to_owned()];
        let text = Text {
            file: "nothing.cu",
            text: "extern \"C\" __global__ void nothing() {}",
            kernels: &kernels,
        };
        self.compile(&text).map(drop).map_err(|why| match why {
            Uncompiled::Trouble(trouble) => trouble,
            Uncompiled::Said(log) => Trouble::Other(log),
        })
    }

    fn done(&mut self, result: Result<(), DriverError>) -> Result<(), Trouble> {
        result.map_err(|error| {
            let trouble = told(error);
            self.lost |= trouble.is_lasting();
            trouble
        })
    }

    fn options(&self) -> Vec<String> {
        let (major, minor) = self.facts.capability;
        let arch = format!("--gpu-architecture=sm_{major}{minor}");
        let mut options = vec![arch, "--std=c++17".to_owned()];
        let include = |place: &PathBuf| format!("--include-path={}", place.display());
        options.extend(self.headers.iter().map(include));
        options
    }

    fn load(&mut self, built: &Built) -> Result<(), Trouble> {
        if let Some(old) = self.module.take() {
            // A module that will not go is lost with the process.
            let _ = unsafe { driver::module::unload(old) };
        }
        self.functions.clear();
        let module = unsafe { driver::module::load_data(built.image.as_ptr().cast()) };
        let module = module.map_err(|error| self.unloadable(error))?;
        self.module = Some(module);
        for (name, lowered) in &built.lowered {
            let function = unsafe { driver::module::get_function(module, lowered.clone()) };
            self.functions.insert(name.clone(), function.map_err(told)?);
        }
        Ok(())
    }

    fn unloadable(&self, error: DriverError) -> Trouble {
        let (driver, compiler) = (dotted(self.facts.driver), dotted(self.facts.compiler));
        match error.0 {
            CUresult::CUDA_ERROR_INVALID_IMAGE
            | CUresult::CUDA_ERROR_NO_BINARY_FOR_GPU
            | CUresult::CUDA_ERROR_UNSUPPORTED_PTX_VERSION => Trouble::TooOld(
                Library::Driver,
                format!(
                    "it supports CUDA {driver}, and does not load the code of NVRTC {compiler}"
                ),
            ),
            _ => told(error),
        }
    }
}

impl Driver for Cuda {
    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn compile(&mut self, text: &Text<'_>) -> Result<String, Uncompiled> {
        let options = self.options();
        let built = match build(text, text.kernels, &options) {
            // A name may be that of a kernel in a namespace, or behind an `#if`: then the compiler knows none of that name.
            Err(Uncompiled::Said(log)) if build(text, &[], &options).is_ok() => {
                let known =
                    |name: &&String| build(text, std::slice::from_ref(*name), &options).is_ok();
                let names: Vec<String> = text.kernels.iter().filter(known).cloned().collect();
                match names.is_empty() {
                    true => return Err(Uncompiled::Said(log)),
                    false => build(text, &names, &options)?,
                }
            }
            built => built?,
        };
        self.load(&built)?;
        Ok(built.log)
    }

    fn allocate(&mut self, bytes: usize) -> Result<Address, Trouble> {
        let at = unsafe { driver::malloc_sync(bytes.max(1)) };
        at.map(Address).map_err(|error| match error.0 {
            CUresult::CUDA_ERROR_OUT_OF_MEMORY => Trouble::OutOfMemory(bytes),
            _ => told(error),
        })
    }

    fn free(&mut self, at: Address) {
        // To free memory is to wait for kernels, and one that does not end would never let go.
        if !self.lost {
            let _ = unsafe { driver::free_sync(at.0) };
        }
    }

    fn write(&mut self, at: Address, bytes: &[u8]) -> Result<(), Trouble> {
        if bytes.is_empty() {
            return Ok(());
        }
        let done = unsafe { driver::memcpy_htod_sync(at.0, bytes) };
        self.done(done)
    }

    fn read(&mut self, at: Address, into: &mut [u8]) -> Result<(), Trouble> {
        if into.is_empty() {
            return Ok(());
        }
        let done = unsafe { driver::memcpy_dtoh_sync(into, at.0) };
        self.done(done)
    }

    fn copy(&mut self, from: Address, to: Address, bytes: usize) -> Result<(), Trouble> {
        let done =
            unsafe { driver::memcpy_dtod_async(to.0, from.0, bytes, driver::stream::null()) };
        self.done(done)
    }

    fn launch(&mut self, launch: &Launching<'_>) -> Result<(), Trouble> {
        let Some(function) = self.functions.get(launch.kernel).copied() else {
            return Err(Trouble::Refused(format!(
                "NVIDIA's compiler made no kernel `{}`",
                launch.kernel
            )));
        };
        let shared = launch.shared_bytes;
        if shared > USUAL_SHARED {
            let attribute =
                sys::CUfunction_attribute::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
            let wanted = i32::try_from(shared).unwrap_or(i32::MAX);
            let set =
                unsafe { driver::function::set_function_attribute(function, attribute, wanted) };
            set.map_err(|error| refused(error, launch))?;
        }
        let mut values: Vec<[u8; 8]> = launch.args.iter().map(|arg| arg.bytes()).collect();
        let mut params: Vec<*mut c_void> =
            values.iter_mut().map(|v| v.as_mut_ptr().cast()).collect();
        let ([x, y, z], [bx, by, bz]) = (launch.grid, launch.block);
        let done = unsafe {
            driver::launch_kernel(
                function,
                (x, y, z),
                (bx, by, bz),
                shared,
                driver::stream::null(),
                &mut params,
            )
        };
        match done {
            Err(error) if told(error).is_lasting() => self.done(Err(error)),
            done => done.map_err(|error| refused(error, launch)),
        }
    }

    fn wait(&mut self, limit: Duration) -> Result<(), Trouble> {
        let Mark(mark) = self.mark()?;
        let began = Instant::now();
        loop {
            match unsafe { driver::event::query(self.events[mark]) } {
                Err(DriverError(CUresult::CUDA_ERROR_NOT_READY)) => {}
                done => {
                    // The mark was this wait's own, and the last one.
                    if let Some(event) = self.events.pop() {
                        let _ = unsafe { driver::event::destroy(event) };
                    }
                    return self.done(done);
                }
            }
            let waited = began.elapsed();
            if waited >= limit {
                self.lost = true;
                let ms = u64::try_from(limit.as_millis()).unwrap_or(u64::MAX);
                return Err(Trouble::TimedOut(ms));
            }
            if waited > Duration::from_micros(500) {
                std::thread::sleep(Duration::from_micros(50));
            }
        }
    }

    fn mark(&mut self) -> Result<Mark, Trouble> {
        let event = driver::event::create(sys::CUevent_flags::CU_EVENT_DEFAULT);
        let event = match event {
            Ok(event) => event,
            Err(error) => return Err(self.done(Err(error)).err().unwrap_or(Trouble::NoDevice)),
        };
        self.events.push(event);
        let done = unsafe { driver::event::record(event, driver::stream::null()) };
        self.done(done)?;
        Ok(Mark(self.events.len() - 1))
    }

    fn seconds(&mut self, from: Mark, to: Mark) -> Result<f64, Trouble> {
        let (Some(from), Some(to)) = (self.events.get(from.0), self.events.get(to.0)) else {
            return Err(Trouble::Other("a mark that was forgotten".into()));
        };
        let mut milliseconds = 0.0f32;
        let done = unsafe { (self.elapsed)(&raw mut milliseconds, *from, *to) };
        self.done(done.result())?;
        Ok(f64::from(milliseconds) / 1e3)
    }

    fn forget_marks(&mut self) {
        for event in self.events.drain(..) {
            let _ = unsafe { driver::event::destroy(event) };
        }
    }

    fn product(&mut self, matrices: [Address; 3], side: usize) -> Result<(), Trouble> {
        let products = self.products.get_or_insert_with(Products::find);
        products
            .as_ref()
            .map_err(Clone::clone)?
            .multiply(matrices, side)
    }

    fn conditions(&mut self) -> Result<Conditions, Trouble> {
        let found = || bus_id().and_then(|bus_id| Management::find(&bus_id));
        let management = self.management.get_or_insert_with(found);
        management.as_ref().map_err(Clone::clone)?.conditions()
    }
}

/// Where the first device is plugged in, as NVML knows it.
fn bus_id() -> Result<CString, Trouble> {
    let device = driver::device::get(0).map_err(told)?;
    let mut id = [0 as c_char; 32];
    unsafe { sys::cuDeviceGetPCIBusId(id.as_mut_ptr(), 32, device) }
        .result()
        .map_err(told)?;
    // The driver ends it with a zero within its length.
    Ok(unsafe { CStr::from_ptr(id.as_ptr()) }.to_owned())
}

/// The first of these that can be loaded; it stays loaded, so that cudarc finds it by its name.
fn loaded(library: Library, candidates: &[PathBuf]) -> Result<PathBuf, Trouble> {
    let (found, file) = first(library, candidates)?;
    std::mem::forget(found);
    Ok(file)
}

/// The first of these that can be loaded, with its name.
fn first(library: Library, candidates: &[PathBuf]) -> Result<(Loaded, PathBuf), Trouble> {
    let mut last = String::new();
    for file in candidates {
        match unsafe { Loaded::new(file) } {
            Ok(found) => return Ok((found, file.clone())),
            // Of a file that is there, why it cannot be loaded is worth telling.
            Err(error) if file.is_file() => last = error.to_string(),
            Err(_) => {}
        }
    }
    Err(Trouble::NoLibrary(library, last))
}

/// The library with all of these functions, so that no call finds one missing.
fn complete(
    library: Library,
    loaded: Option<&'static Loaded>,
    symbols: &[&str],
) -> Result<&'static Loaded, Trouble> {
    let Some(loaded) = loaded else {
        let why = "it was loaded, and has none of the names that are looked for".to_owned();
        return Err(Trouble::NoLibrary(library, why));
    };
    let missing = symbols.iter().find(|symbol| {
        let found = unsafe { loaded.get::<*const c_void>(symbol.as_bytes()) };
        found.is_err()
    });
    match missing {
        Some(symbol) => Err(Trouble::NoSymbol(library, (*symbol).to_owned())),
        None => Ok(loaded),
    }
}

fn driver_version() -> Result<(u32, u32), Trouble> {
    let mut version: c_int = 0;
    unsafe { sys::cuDriverGetVersion(&raw mut version) }
        .result()
        .map_err(told)?;
    let version = u32::try_from(version).unwrap_or(0);
    Ok((version / 1000, version % 1000 / 10))
}

fn dotted((major, minor): (u32, u32)) -> String {
    format!("{major}.{minor}")
}

/// The first device, its context current on this thread.
fn first_device(version: (u32, u32)) -> Result<Facts, Trouble> {
    if driver::device::get_count().map_err(told)? < 1 {
        return Err(Trouble::NoDevice);
    }
    let device = driver::device::get(0).map_err(told)?;
    let ask = |attribute| -> Result<u32, Trouble> {
        let value = unsafe { driver::device::get_attribute(device, attribute) };
        Ok(u32::try_from(value.map_err(told)?).unwrap_or(0))
    };
    let facts = Facts {
        name: driver::device::get_name(device).map_err(told)?,
        capability: (
            ask(Attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR)?,
            ask(Attribute::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR)?,
        ),
        multiprocessors: ask(Attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT)?,
        // Sizes are made from it, and some device may have none to tell.
        l2_bytes: (ask(Attribute::CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE)? as usize).max(1 << 20),
        memory: unsafe { driver::device::total_mem(device) }.map_err(told)?,
        driver: version,
        compiler: compiler_version()?,
    };
    let context = unsafe { driver::primary_ctx::retain(device) }.map_err(told)?;
    unsafe { driver::ctx::set_current(context) }.map_err(told)?;
    Ok(facts)
}

fn compiler_version() -> Result<(u32, u32), Trouble> {
    let (mut major, mut minor): (c_int, c_int) = (0, 0);
    let asked = unsafe { nvrtc_sys::nvrtcVersion(&raw mut major, &raw mut minor) };
    asked.result().map_err(compilers)?;
    Ok((
        u32::try_from(major).unwrap_or(0),
        u32::try_from(minor).unwrap_or(0),
    ))
}

/// Whether the compiler knows the device.
fn supported(facts: &Facts) -> Result<(), Trouble> {
    let mut count: c_int = 0;
    let asked = unsafe { nvrtc_sys::nvrtcGetNumSupportedArchs(&raw mut count) };
    asked.result().map_err(compilers)?;
    let mut archs = vec![0 as c_int; usize::try_from(count).unwrap_or(0)];
    let asked = unsafe { nvrtc_sys::nvrtcGetSupportedArchs(archs.as_mut_ptr()) };
    asked.result().map_err(compilers)?;
    let (major, minor) = facts.capability;
    let wanted = c_int::try_from(major * 10 + minor).unwrap_or(0);
    if archs.contains(&wanted) {
        return Ok(());
    }
    let version = dotted(facts.compiler);
    let what = match archs.iter().max() {
        Some(newest) if *newest > wanted => {
            let what = format!(
                "NVRTC {version} has given up compute capability {major}.{minor}; an older one knows it"
            );
            return Err(Trouble::Other(what));
        }
        newest => format!(
            "NVRTC {version} knows devices up to sm_{}, and this is sm_{wanted}",
            newest.copied().unwrap_or(0)
        ),
    };
    Err(Trouble::TooOld(Library::Compiler, what))
}

/// Code for the device, with the symbols of its kernels.
struct Built {
    image: Vec<u8>,
    lowered: Vec<(String, CString)>,
    log: String,
}

fn build(text: &Text<'_>, names: &[String], options: &[String]) -> Result<Built, Uncompiled> {
    let nul = |_| Uncompiled::Said("the text has a character NUL".into());
    let source = CString::new(text.text).map_err(nul)?;
    let file = CString::new(text.file).map_err(nul)?;
    let program = nvrtc::create_program(&source, Some(&file)).map_err(compilers)?;
    let built = of_program(program, names, options);
    // The program is not used after this.
    let _ = unsafe { nvrtc::destroy_program(program) };
    built
}

fn of_program(
    program: nvrtc_sys::nvrtcProgram,
    names: &[String],
    options: &[String],
) -> Result<Built, Uncompiled> {
    let names: Vec<(String, CString)> = names
        .iter()
        .filter_map(|name| Some((name.clone(), CString::new(name.as_str()).ok()?)))
        .collect();
    for (_, name) in &names {
        let added = unsafe { nvrtc_sys::nvrtcAddNameExpression(program, name.as_ptr()) };
        added.result().map_err(compilers)?;
    }
    let compiled = unsafe { nvrtc::compile_program(program, options) };
    let log = unsafe { nvrtc::get_program_log(program) }.unwrap_or_default();
    let log: Vec<u8> = log.iter().map(|c| *c as u8).filter(|c| *c != 0).collect();
    let log = String::from_utf8_lossy(&log).into_owned();
    match compiled {
        Ok(()) => {}
        Err(error)
            if matches!(
                error.0,
                nvrtc_sys::nvrtcResult::NVRTC_ERROR_COMPILATION
                    | nvrtc_sys::nvrtcResult::NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID
            ) =>
        {
            return Err(Uncompiled::Said(log));
        }
        Err(error) => return Err(compilers(error).into()),
    }
    let mut size = 0usize;
    unsafe { nvrtc_sys::nvrtcGetCUBINSize(program, &raw mut size) }
        .result()
        .map_err(compilers)?;
    let mut image = vec![0u8; size];
    unsafe { nvrtc_sys::nvrtcGetCUBIN(program, image.as_mut_ptr().cast()) }
        .result()
        .map_err(compilers)?;
    let mut lowered = Vec::new();
    for (name, expression) in names {
        let mut symbol = std::ptr::null();
        let asked = unsafe {
            nvrtc_sys::nvrtcGetLoweredName(program, expression.as_ptr(), &raw mut symbol)
        };
        asked.result().map_err(compilers)?;
        // The program owns the text of the symbol, and is alive here.
        lowered.push((name, unsafe { CStr::from_ptr(symbol) }.to_owned()));
    }
    Ok(Built {
        image,
        lowered,
        log,
    })
}

type Create = unsafe extern "C" fn(*mut *mut c_void) -> c_int;
type Multiply = unsafe extern "C" fn(
    handle: *mut c_void,
    op_a: c_int,
    op_b: c_int,
    m: c_int,
    n: c_int,
    k: c_int,
    alpha: *const f32,
    a: u64,
    lda: c_int,
    b: u64,
    ldb: c_int,
    beta: *const f32,
    c: u64,
    ldc: c_int,
) -> c_int;

/// cuBLAS, on the context that is current.
struct Products {
    handle: *mut c_void,
    multiply: Multiply,
    /// The functions are its own.
    _library: Loaded,
}

impl Products {
    /// Finds the library and begins with it.
    fn find() -> Result<Products, Trouble> {
        let (library, _) = first(Library::Products, &find::products())?;
        let create: Create = function(Library::Products, &library, "cublasCreate_v2")?;
        let multiply: Multiply = function(Library::Products, &library, "cublasSgemm_v2")?;
        let mut handle = std::ptr::null_mut();
        match unsafe { create(&raw mut handle) } {
            0 => Ok(Products {
                handle,
                multiply,
                _library: library,
            }),
            status => Err(said("cuBLAS", status)),
        }
    }

    /// Queues `c = a · b` of square matrices; the library multiplies in single precision unless it is told otherwise.
    fn multiply(&self, [a, b, c]: [Address; 3], side: usize) -> Result<(), Trouble> {
        let side = c_int::try_from(side).unwrap_or(c_int::MAX);
        let (one, nothing) = (1.0f32, 0.0f32);
        let (alpha, beta) = (&raw const one, &raw const nothing);
        let (m, n, k) = (side, side, side);
        let status = unsafe {
            (self.multiply)(
                self.handle,
                0,
                0,
                m,
                n,
                k,
                alpha,
                a.0,
                side,
                b.0,
                side,
                beta,
                c.0,
                side,
            )
        };
        match status {
            0 => Ok(()),
            status => Err(said("cuBLAS", status)),
        }
    }
}

type Begin = unsafe extern "C" fn() -> c_int;
type Handle = unsafe extern "C" fn(*const c_char, *mut *mut c_void) -> c_int;
type Ask = unsafe extern "C" fn(*mut c_void, c_uint, *mut c_uint) -> c_int;

/// The clock of the multiprocessors, that of the memory, and the sensor of the chip, by NVML's numbers.
const CLOCK: c_uint = 1;
const MEMORY: c_uint = 2;
const CHIP: c_uint = 0;

/// NVML, about one device.
struct Management {
    device: *mut c_void,
    clock: Ask,
    temperature: Ask,
    _library: Loaded,
}

impl Management {
    /// Finds the library, and in it the device of this place on the bus.
    fn find(bus_id: &CStr) -> Result<Management, Trouble> {
        let (library, _) = first(Library::Management, &find::management())?;
        let begin: Begin = function(Library::Management, &library, "nvmlInit_v2")?;
        let name = "nvmlDeviceGetHandleByPciBusId_v2";
        let handle: Handle = function(Library::Management, &library, name)?;
        let clock: Ask = function(Library::Management, &library, "nvmlDeviceGetClockInfo")?;
        let temperature: Ask = function(Library::Management, &library, "nvmlDeviceGetTemperature")?;
        let mut device = std::ptr::null_mut();
        let begun = match unsafe { begin() } {
            0 => unsafe { handle(bus_id.as_ptr(), &raw mut device) },
            status => status,
        };
        match begun {
            0 => Ok(Management {
                device,
                clock,
                temperature,
                _library: library,
            }),
            status => Err(said("NVML", status)),
        }
    }

    /// How the device is.
    fn conditions(&self) -> Result<Conditions, Trouble> {
        let ask = |function: Ask, which| -> Result<u32, Trouble> {
            let mut value: c_uint = 0;
            match unsafe { function(self.device, which, &raw mut value) } {
                0 => Ok(value),
                status => Err(said("NVML", status)),
            }
        };
        Ok(Conditions {
            clock_mhz: ask(self.clock, CLOCK)?,
            memory_mhz: ask(self.clock, MEMORY)?,
            celsius: ask(self.temperature, CHIP)?,
        })
    }
}

fn said(who: &str, status: c_int) -> Trouble {
    Trouble::Other(format!("{who} answers with status {status}"))
}

/// A function of a library, by its name; the caller says what it is.
fn function<F: Copy>(library: Library, loaded: &Loaded, name: &str) -> Result<F, Trouble> {
    let found = unsafe { loaded.get::<F>(name.as_bytes()) };
    found
        .map(|function| *function)
        .map_err(|_| Trouble::NoSymbol(library, name.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_no_library_is_told_with_why() {
        let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
        let trouble = loaded(Library::Compiler, &[file]).expect_err("no library");
        let Trouble::NoLibrary(Library::Compiler, why) = trouble else {
            panic!("{trouble:?}")
        };
        assert!(!why.is_empty());
        let none = loaded(Library::Driver, &[PathBuf::from("libno-such-thing.so.1")]);
        assert_eq!(
            none,
            Err(Trouble::NoLibrary(Library::Driver, String::new()))
        );
    }

    #[test]
    fn what_is_not_there_is_said_by_name() {
        // A library that is everywhere, and has neither function.
        let libc = if cfg!(windows) {
            "kernel32.dll"
        } else {
            "libc.so.6"
        };
        let Ok(loaded) = (unsafe { Loaded::new(libc) }) else {
            return;
        };
        let missing = function::<Create>(Library::Products, &loaded, "cublasCreate_v2");
        let wanted = Trouble::NoSymbol(Library::Products, "cublasCreate_v2".into());
        assert_eq!(missing.err(), Some(wanted));
    }
}
