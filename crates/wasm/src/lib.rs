//! The rules and pictures of all games as a WebAssembly module.
//!
//! A host writes a request into the memory of the module, calls, and reads the answer. A request is a target, such as
//! `slide-jam/play`, followed by a body, which is that of the same call over HTTP. An answer begins with its HTTP status and the length of
//! its body, both as 32-bit little-endian integers; the body is equal to that of the service, byte for byte. `docs/embedding.md`
//! specifies the targets, with examples in several languages.
//!
//! ```text
//! request = funhouse_alloc(target_length + body_length)      write target and body
//! answer  = funhouse_call(request, target_length, target_length + body_length)
//!                                                             read status, length and body
//! funhouse_free(answer)
//! ```
//!
//! A panic traps and does not unwind into the host. Replace an instance that trapped.
//!
//! This is the only crate with unsafe code: the interface passes pointers. [`answer()`] has none.

mod actions;
mod answer;
mod batch;
mod crc;
mod games;
mod observe;
mod targets;

pub use self::answer::{Answer, answer};

/// The version of this interface: of the exported functions, the targets, and the form of requests and answers.
const ABI: u32 = 1;

/// The length of the header of an answer: status and length of the body.
const HEADER: usize = 8;

/// Returns the version of this interface.
#[unsafe(no_mangle)]
pub extern "C" fn funhouse_abi() -> u32 {
    ABI
}

/// Returns memory for a request of this length. [`funhouse_call`] releases it.
#[unsafe(no_mangle)]
pub extern "C" fn funhouse_alloc(length: usize) -> *mut u8 {
    let memory: Box<[u8]> = vec![0_u8; length].into_boxed_slice();
    Box::into_raw(memory).cast()
}

/// Answers a request: the first `target_length` of its `length` bytes are the target, the others the body. Releases the request, and
/// returns the answer, which [`funhouse_free`] releases.
///
/// # Safety
/// `request` is from [`funhouse_alloc`] with this `length`, and is not used afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn funhouse_call(request: *mut u8, target_length: usize, length: usize) -> *mut u8 {
    // SAFETY: the caller passes memory from `funhouse_alloc`, a box of a slice of this length, and gives it up.
    let request = unsafe { boxed(request, length) };
    let (target, body) = request.split_at(target_length.min(length));
    let Answer { status, body } = answer(target, body);
    let mut answer = Vec::with_capacity(HEADER + body.len());
    answer.extend(u32::from(status).to_le_bytes());
    answer.extend((body.len() as u32).to_le_bytes());
    answer.extend(body);
    Box::into_raw(answer.into_boxed_slice()).cast()
}

/// Releases an answer.
///
/// # Safety
/// `answer` is from [`funhouse_call`], and is not used afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn funhouse_free(answer: *mut u8) {
    // SAFETY: an answer begins with its header, whose second half is the length of the rest.
    let length = unsafe { answer.add(HEADER / 2).cast::<[u8; 4]>().read() };
    let length = HEADER + u32::from_le_bytes(length) as usize;
    // SAFETY: `funhouse_call` returned a box of a slice of this length, and the caller gives it up.
    drop(unsafe { boxed(answer, length) });
}

/// Returns the box of a slice that was passed out as a pointer.
///
/// # Safety
/// `start` is from `Box::into_raw` of a boxed slice of this length, and is not used afterwards.
unsafe fn boxed(start: *mut u8, length: usize) -> Box<[u8]> {
    // SAFETY: the caller guarantees it.
    unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(start, length)) }
}
