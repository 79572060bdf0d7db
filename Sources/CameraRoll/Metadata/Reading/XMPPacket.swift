/// An XMP packet of a file, scanned when somebody first asks for what it says: most of that stands in EXIF, too.
final class XMPPacket: Sendable {
    /// The packet as the file has it.
    let bytes: [UInt8]
    /// Where it is in the file.
    let position: Int
    private let scanned = Lock<XMPValues?>(nil)

    init(_ bytes: [UInt8], at position: Int) {
        self.bytes = bytes
        self.position = position
    }

    /// Its properties; who asks while another thread scans waits for that, which is microseconds.
    var values: XMPValues {
        scanned.withLock { scanned in
            let values = scanned ?? XMPValues(packet: bytes)
            scanned = values
            return values
        }
    }

    /// What is wrong with it; nil where it was read to its end.
    var problem: MetadataProblem? {
        let values = values
        if values.isOverLimit { return MetadataProblem(kind: .overLimit(.elements), position: position) }
        return values.isWhole ? nil : MetadataProblem(kind: .malformed, position: position)
    }
}

extension XMPPacket: Hashable {
    static func == (left: XMPPacket, right: XMPPacket) -> Bool {
        left.position == right.position && left.bytes == right.bytes
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(bytes)
    }
}
