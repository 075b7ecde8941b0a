//! The gzip bodies that cost a decoder most for their size: empty blocks, each with its own Huffman codes.

/// An empty member of at most `max_bytes`.
pub(crate) fn blocks(max_bytes: usize) -> Vec<u8> {
    /// Header and trailer of a member: of nothing, the checksum and the size are 0.
    const AROUND: ([u8; 10], [u8; 8]) = ([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255], [0; 8]);
    let bits_of_block = block(false).len();
    let count = (max_bytes - AROUND.0.len() - AROUND.1.len()) * 8 / bits_of_block;
    let bits: Vec<bool> = (1..=count).flat_map(|n| block(n == count)).collect();
    let byte = |bits: &[bool]| bits.iter().rev().fold(0, |byte, bit| byte << 1 | u8::from(*bit));
    let packed: Vec<u8> = bits.chunks(8).map(byte).collect();
    [&AROUND.0[..], &packed, &AROUND.1].concat()
}

/// A block of deflate (RFC 1951, section 3.2.7) whose only literal or length is its end.
fn block(is_last: bool) -> Vec<bool> {
    let mut bits = vec![is_last];
    let mut push = |value: u32, count: u32| bits.extend((0..count).map(|n| value >> n & 1 == 1));
    // Dynamic codes: 257 literals and lengths, 1 distance, 18 lengths of codes for these.
    for (value, count) in [(2, 2), (0, 5), (0, 5), (14, 4)] {
        push(value, count);
    }
    // The third is of "repeat zero", the last of "length 1"; each has one bit, and the others are absent.
    for n in 0..18 {
        push(u32::from(n == 2 || n == 17), 3);
    }
    // 138 and 118 zeros; then the end and the distance, each of length 1.
    for (value, count) in [(1, 1), (127, 7), (1, 1), (107, 7), (0, 1), (0, 1)] {
        push(value, count);
    }
    // The end.
    push(0, 1);
    bits
}
