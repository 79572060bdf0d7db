import PhotoMetadata

/// XMP packets that span several segments, each without its places; no segment changes its length.
///
/// A packet is named by its digest (XMP part 3, 1.1.3.1), so a changed one gets another name, which the packet that
/// refers to it must use, too.
package struct XMPExtension {
    typealias Part = (index: Int, position: Int, payload: [UInt8])
    private static let headLength = XMPExtensionPart.headLength
    private static let nameLength = 32
    /// Files have one extension.
    private static let mostPackets = 16

    /// The new payloads, by the indices of their segments.
    private(set) var payloads: [Int: [UInt8]] = [:]
    private var names: [[UInt8]: String] = [:]

    /// Removes the places from the packets that some segments hold together.
    ///
    /// - Throws: `.damaged` if the parts of a packet do not form a well-formed one; `.tooMany` if there are more
    ///   packets, or more in one of them, than any file has.
    init(_ parts: [Part]) throws(MetadataEditError) {
        for part in parts where part.payload.count < Self.headLength { throw .damaged(.xmp, at: part.position) }
        // In the order of the packets' names, and within a packet of the parts' offsets, as their headers give
        // them.
        var packets = 0
        var rest = parts.sorted { Self.key($0).lexicographicallyPrecedes(Self.key($1)) }[...]
        while let first = rest.first {
            let name = Self.key(first).prefix(Self.nameLength)
            let packet = rest.prefix { Self.key($0).starts(with: name) }
            rest = rest.dropFirst(packet.count)
            packets += 1
            guard packets <= Self.mostPackets else { throw .tooMany(.xmp, limit: Self.mostPackets) }
            try change(Array(packet), named: Array(name))
        }
    }

    private mutating func change(_ parts: [Part], named name: [UInt8]) throws(MetadataEditError) {
        let old = parts.flatMap { $0.payload.dropFirst(Self.headLength) }
        var editor = try XMPEditor(old, at: parts[0].position)
        editor.removeLocation()
        guard let new = editor.blankedPacket, new != old else { return }
        let digest = XMPEditor.digest(of: new)
        names[name] = digest
        var rest = new[...]
        for part in parts {
            let count = part.payload.count - Self.headLength
            let head = part.payload.prefix(Self.headLength - 40) + digest.utf8
            let place = part.payload[(Self.headLength - 8)..<Self.headLength]
            payloads[part.index] = Array(head) + Array(place) + Array(rest.prefix(count))
            rest = rest.dropFirst(count)
        }
    }

    /// The payloads of the segments that hold an extension; none if it is empty.
    package static func payloads(of packet: [UInt8]) -> [[UInt8]] {
        let head = MetadataParser.xmpExtensionSignature.withUTF8Buffer { Array($0) } + XMPEditor.digest(of: packet).utf8
        return stride(from: 0, to: packet.count, by: longestPart).map { start in
            var payload = head
            payload.append(packet.count, bytes: 4)
            payload.append(start, bytes: 4)
            return payload + packet[start..<min(start + longestPart, packet.count)]
        }
    }

    /// The limit of each part's bytes (XMP part 3, 1.1.3).
    private static let longestPart = 65_400

    /// A packet that refers to its extension by the new name.
    ///
    /// - Throws: `.damaged`, `.tooMany`.
    func renamed(_ packet: [UInt8]) throws(MetadataEditError) -> [UInt8] {
        guard !names.isEmpty, let old = XMPValues(packet: packet).extensionName, let new = names[Array(old.utf8)] else {
            return packet
        }
        return try XMPEditor.naming(new, in: packet)
    }

    private static func key(_ part: Part) -> ArraySlice<UInt8> {
        part.payload[(headLength - 40)..<headLength]
    }
}
