import PhotoMetadata

/// A part of a container as a test compares it: its kind, its range, and whether it is whole.
struct PlainPart: Hashable {
    let kind: Int
    let range: Range<Int>
    let isWhole: Bool
}

/// What a walk gives: the parts, and why there is no further one.
struct PlainWalk: Hashable {
    var parts: [PlainPart] = []
    var end: WalkEnd?
}

/// Readers of containers as plain as they can be: the whole file is an array, and all parts are kept.
enum PlainReader {
    static func jpeg(_ file: [UInt8], limit: Int = .max) -> PlainWalk {
        var (walk, position, strays) = (PlainWalk(), 2, 0)
        while walk.parts.count < limit {
            while position + 1 < file.count, file[position] != 0xFF || [0, 0xFF].contains(file[position + 1]) {
                if file[position] != 0xFF || file[position + 1] == 0 { strays += 1 }
                position += 1
            }
            guard position + 1 < file.count else { return PlainWalk(parts: walk.parts, end: .truncated) }
            precondition(strays < 1 << 20)
            let marker = Int(file[position + 1])
            if marker == 0xDA || marker == 0xD9 { return PlainWalk(parts: walk.parts, end: .complete) }
            var end = position + 2
            if marker != 0x01, !(0xD0...0xD8).contains(marker) {
                guard position + 4 <= file.count else { return PlainWalk(parts: walk.parts, end: .truncated) }
                let length = number(file, position + 2, 2)
                guard length >= 2 else { return PlainWalk(parts: walk.parts, end: .damaged) }
                end += length
            }
            walk.parts.append(part(marker, position..<end, in: file.count))
            position = end
        }
        return PlainWalk(parts: walk.parts, end: .limitReached)
    }

    static func png(_ file: [UInt8], limit: Int = .max) -> PlainWalk {
        var (walk, position) = (PlainWalk(), 8)
        while position + 8 <= file.count {
            guard walk.parts.count < limit else { return PlainWalk(parts: walk.parts, end: .limitReached) }
            let (length, type) = (number(file, position, 4), number(file, position + 4, 4))
            guard length < 1 << 31 else { return PlainWalk(parts: walk.parts, end: .damaged) }
            walk.parts.append(part(type, position..<position + 12 + length, in: file.count))
            if type == FourCC.number("IEND") { return PlainWalk(parts: walk.parts, end: .complete) }
            position += 12 + length
        }
        return PlainWalk(parts: walk.parts, end: .truncated)
    }

    static func webP(_ whole: [UInt8], limit: Int = .max) -> PlainWalk {
        var (walk, position) = (PlainWalk(), 12)
        let stated = 8 + (whole.uint32(at: 4, .little) ?? 0)
        let file = stated > 12 ? Array(whole.prefix(stated)) : whole
        while position < file.count {
            guard walk.parts.count < limit else { return PlainWalk(parts: walk.parts, end: .limitReached) }
            guard position + 8 <= file.count else { return PlainWalk(parts: walk.parts, end: .truncated) }
            let length = Array(file[position + 4..<position + 8].reversed()).reduce(0) { $0 << 8 | Int($1) }
            let found = part(number(file, position, 4), position..<position + 8 + length, in: file.count)
            // The padding of an odd chunk may be missing at the end.
            let end = min(found.range.upperBound + (found.isWhole ? length % 2 : 0), file.count)
            walk.parts.append(PlainPart(kind: found.kind, range: position..<end, isWhole: found.isWhole))
            if !found.isWhole { return PlainWalk(parts: walk.parts, end: .truncated) }
            position = end
        }
        return PlainWalk(parts: walk.parts, end: .complete)
    }

    /// The boxes in a part of a file.
    static func boxes(_ file: [UInt8], in block: Range<Int>, limit: Int = .max) -> PlainWalk {
        var (walk, position) = (PlainWalk(), block.lowerBound)
        while position < block.upperBound {
            guard walk.parts.count < limit else { return PlainWalk(parts: walk.parts, end: .limitReached) }
            let rest = block.upperBound - position
            guard rest > 4 else { return PlainWalk(parts: walk.parts, end: .complete) }
            guard rest >= 8 else { return PlainWalk(parts: walk.parts, end: .damaged) }
            var (length, least) = (number(file, position, 4), 8)
            if length == 0 { length = rest }
            if length == 1 {
                guard rest >= 16, file[position + 8] < 0x80 else {
                    return PlainWalk(parts: walk.parts, end: .damaged)
                }
                (length, least) = (number(file, position + 8, 8), 16)
            }
            guard length >= least else { return PlainWalk(parts: walk.parts, end: .damaged) }
            let range = position..<position + min(length, rest)
            let kind = number(file, position + 4, 4)
            walk.parts.append(PlainPart(kind: kind, range: range, isWhole: length <= rest))
            if length > rest { return PlainWalk(parts: walk.parts, end: .truncated) }
            position = range.upperBound
        }
        return PlainWalk(parts: walk.parts, end: .complete)
    }

    /// The big-endian number in so many bytes.
    static func number(_ file: [UInt8], _ position: Int, _ count: Int) -> Int {
        file[position..<position + count].reduce(0) { $0 << 8 | Int($1) }
    }

    private static func part(_ kind: Int, _ range: Range<Int>, in count: Int) -> PlainPart {
        let end = min(range.upperBound, count)
        return PlainPart(kind: kind, range: range.lowerBound..<end, isWhole: range.upperBound <= count)
    }
}
