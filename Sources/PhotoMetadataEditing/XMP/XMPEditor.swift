package import PhotoMetadata

/// Changes properties of an XMP packet; all other bytes of the packet stay as they are.
package struct XMPEditor {
    private let values: XMPValues
    /// The ends of the packet, of its extension, and of the file's further packets.
    private let ends: [Int]
    private var removed: [Range<Int>] = []
    /// The new texts of elements and attributes that keep their place.
    private var rewritten: [(range: Range<Int>, bytes: [UInt8])] = []
    private var added = ""
    /// The properties that were removed by their name; a description that becomes empty is removed, too.
    private var removedProperties: Set<Int> = []

    /// Creates an editor of a packet, or of a new packet for a file without one.
    ///
    /// - Parameter further: the packet's extension, and further packets of the file: a property that is set is removed
    ///   from these. All are well formed, and in UTF-8.
    /// - Throws: `.damaged` if the packet is not well formed, or not in UTF-8; `.tooMany`.
    package init(
        _ packet: [UInt8]?, at position: Int = 0, further: [[UInt8]] = []
    ) throws(MetadataEditError) {
        let packet = packet ?? Array(Self.empty.utf8)
        values = XMPValues(packet: packet, further: further)
        ends = further.reduce(into: [packet.count]) { $0.append(($0.last ?? 0) + $1.count) }
        // No element may begin in the packet and end in a further one.
        let first = further.allSatisfy(\.isEmpty) ? values : XMPValues(packet: packet)
        if let limit = first.exceededLimit ?? values.exceededLimit { throw .tooMany(.xmp, limit: limit) }
        guard first.isWhole, values.isWhole, values.isUTF8, !values.isEmpty else {
            throw .damaged(.xmp, at: position)
        }
    }

    /// Whether the packet has a property.
    package func has(_ name: String, _ namespace: XMPNamespace) -> Bool {
        !values.texts(name, in: namespace).isEmpty
    }

    /// Removes all occurrences of a property; the parts of structures stay.
    mutating func remove(_ name: String, _ namespace: XMPNamespace) {
        remove(values.properties(name, in: namespace))
    }

    private mutating func remove(_ indices: [Int]) {
        removed += indices.map { values.nodes[$0].extent }
        removedProperties.formUnion(indices)
    }

    /// Removes places in every vocabulary, and all text that is not XMP: comments, and text around the packet.
    mutating func removeLocation() {
        // Each vocabulary once: thousands of properties may share a long one.
        let vocabularies = values.namespaces.map { LocationTags.Vocabulary(uri: values.bytes[$0]) }
        for node in values.nodes {
            let name = String(decoding: values.bytes[node.name], as: UTF8.self)
            let vocabulary = node.namespace < 0 ? .any : vocabularies[node.namespace]
            if LocationTags.contains(name, vocabulary) { removed.append(node.extent) }
        }
        removed += values.remarks
    }

    /// A packet without its places, with the same length.
    ///
    /// - Throws: `.damaged`, `.tooMany`.
    static func blanked(_ packet: [UInt8]) throws(MetadataEditError) -> [UInt8] {
        var editor = try XMPEditor(packet)
        editor.removeLocation()
        return editor.blankedPacket ?? packet
    }

    /// Sets a simple property.
    package mutating func set(_ name: String, _ namespace: XMPNamespace, prefix: String, to text: String) {
        replace(name, namespace, prefix, .text(text))
    }

    /// Sets a property that has a text in each language to one in the default language.
    package mutating func setAlternative(_ name: String, _ namespace: XMPNamespace, prefix: String, to text: String) {
        replace(name, namespace, prefix, .alternative(text))
    }

    /// Sets a property that is an ordered list to a list of a single item.
    package mutating func setSequence(_ name: String, _ namespace: XMPNamespace, prefix: String, to text: String) {
        replace(name, namespace, prefix, .list("Seq", [text]))
    }

    /// Sets or removes texts about the picture.
    mutating func change(_ text: PictureText) {
        for (name, namespace) in text.copies { remove(name, namespace) }
        if let content = text.content {
            replace(text.property, .dublinCore, "dc", content)
        } else {
            remove(text.property, .dublinCore)
        }
    }

    /// Sets the zone of a date, or removes it.
    mutating func setZone(of name: String, _ namespace: XMPNamespace, prefix: String, to zone: Int?) {
        guard let text = values.text(name, in: namespace), let date = MetadataDate(text, zone: zone) else { return }
        set(name, namespace, prefix: prefix, to: date.description)
    }

    /// Overwrites a property in place if possible, so that setting it again adds nothing.
    private mutating func replace(
        _ name: String, _ namespace: XMPNamespace, _ prefix: String, _ content: XMPPropertyContent
    ) {
        let indices = values.properties(name, in: namespace)
        // Readers know the packet and its extension.
        let readable = ends[min(1, ends.count - 1)]
        let place = indices.first { values.canHold(content, $0) && values.nodes[$0].extent.upperBound <= readable }
        remove(indices.filter { $0 != place })
        if let place {
            rewritten.append((values.nodes[place].value, values.text(of: content, in: place)))
        } else {
            added += """
                 <rdf:Description xmlns:rdf="\(XMPNamespace.rdf.rawValue)" rdf:about="\(values.about)" \
                xmlns:\(prefix)="\(namespace.rawValue)">\
                <\(prefix):\(name)>\(content.text(rdf: "rdf:"))</\(prefix):\(name)></rdf:Description>

                """
        }
    }

    /// The packet with all changes.
    ///
    /// - Throws: `.damaged` if there is no place for what was added.
    package func packet(at position: Int = 0) throws(MetadataEditError) -> [UInt8] {
        try packets(at: position)[0]
    }

    /// The packet and the further ones with all changes, in their order.
    func packets(at position: Int) throws(MetadataEditError) -> [[UInt8]] {
        var changes = rewritten + removed.map { ($0, []) }
        // Empty descriptions are remnants of earlier edits.
        if !added.isEmpty || !rewritten.isEmpty || !removedProperties.isEmpty {
            changes += values.emptyDescriptions(without: removedProperties).map { ($0, []) }
        }
        if !added.isEmpty {
            guard let place = values.insertion(of: added, before: ends[0]) else { throw .damaged(.xmp, at: position) }
            changes.append((place.range, Array(place.text.utf8)))
        }
        var rest = Self.merged(changes)[...]
        var next = 0
        return ends.map { end in
            var bytes: [UInt8] = []
            while let change = rest.first, change.range.lowerBound < end {
                bytes += values.bytes[next..<change.range.lowerBound]
                bytes += change.bytes
                next = change.range.upperBound
                rest.removeFirst()
            }
            defer { next = end }
            return bytes + values.bytes[next..<end]
        }
    }

    /// Splits the packet in two well-formed ones: the shorter properties, and as many of the longest as do not fit.
    ///
    /// The second one has no packet wrapper, and the first refers to it by its digest (XMP part 3, 1.1.3.1).
    ///
    /// - Parameter longest: how many bytes fit.
    /// - Throws: `.damaged` if the packet is not well formed, or is too long even without its properties.
    package static func split(
        _ packet: [UInt8], longest: Int
    ) throws(MetadataEditError) -> (main: [UInt8], extension: [UInt8]) {
        var (main, other) = (try XMPEditor(packet), try XMPEditor(packet))
        let values = main.values
        let rdf = values.index(of: .rdf)
        func length(_ index: Int) -> Int { values.nodes[index].extent.count }
        var excess = packet.count + noteLength - longest
        for index in values.properties.filter({ values.nodes[$0].namespace != rdf }).sorted(by: {
            length($0) > length($1)
        }) {
            if excess > 0 { main.remove([index]) } else { other.remove([index]) }
            excess -= length(index)
        }
        let rest = unwrapped(try other.packet())
        main.nameExtension(digest(of: rest))
        let first = try main.packet()
        guard first.count <= longest else { throw .damaged(.xmp, at: 0) }
        return (first, rest)
    }

    /// A packet that names its extension by another digest; with the length of the old one if possible.
    ///
    /// - Throws: `.damaged`, `.tooMany`.
    static func naming(_ digest: String, in packet: [UInt8]) throws(MetadataEditError) -> [UInt8] {
        var editor = try XMPEditor(packet)
        editor.nameExtension(digest)
        return padded(try editor.packet(), like: packet)
    }

    private mutating func nameExtension(_ digest: String) {
        set("HasExtendedXMP", .note, prefix: "xmpNote", to: digest)
    }

    /// The name of an extension.
    package static func digest(of extension: [UInt8]) -> String {
        MD5.digest(of: `extension`).map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
    }

    /// More bytes than the property takes that names an extension.
    private static let noteLength = 1_024

    /// A packet without the processing instructions and the padding around it.
    private static func unwrapped(_ packet: [UInt8]) -> [UInt8] {
        let (head, tail) = (Array("<?xpacket".utf8), Array("?>".utf8))
        var rest = packet[...]
        if rest.starts(with: head), let end = rest.firstRange(of: tail) { rest = rest[end.upperBound...] }
        if let end = rest.firstRange(of: head) { rest = rest[..<end.lowerBound] }
        let isBlank = { (byte: UInt8) in byte <= 0x20 }
        return Array(rest.drop(while: isBlank).reversed().drop(while: isBlank).reversed())
    }

    /// The packet with blanks in place of removed parts, with the same length; nil if something was added, too.
    var blankedPacket: [UInt8]? {
        guard added.isEmpty else { return nil }
        var bytes = values.bytes
        for range in removed {
            bytes.replaceSubrange(range, with: repeatElement(UInt8(ascii: " "), count: range.count))
        }
        return bytes
    }

    /// The changes in their order, without those inside others.
    private static func merged(
        _ changes: [(range: Range<Int>, bytes: [UInt8])]
    ) -> [(range: Range<Int>, bytes: [UInt8])] {
        var merged: [(range: Range<Int>, bytes: [UInt8])] = []
        let sorted = changes.sorted {
            ($0.range.lowerBound, -$0.range.upperBound) < ($1.range.lowerBound, -$1.range.upperBound)
        }
        for change in sorted {
            if let last = merged.last, change.range.lowerBound < last.range.upperBound { continue }
            merged.append(change)
        }
        return merged
    }

    private static let empty = """
        <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        </rdf:RDF></x:xmpmeta>
        <?xpacket end="w"?>
        """
}

extension MetadataEdit {
    /// The XMP packet with this change; nil if nothing of it is left, or none is needed.
    ///
    /// - Throws: `.damaged`, `.tooMany`.
    func changed(xmp packet: [UInt8]?, at position: Int) throws(MetadataEditError) -> [UInt8]? {
        if self == .removeSensitive { return nil }
        guard packet != nil || addsXMP else { return nil }
        return try changed(xmp: packet, further: [], at: position)[0]
    }

    /// The packet, its extension and the file's further packets with this change, in their order.
    func changed(xmp packet: [UInt8]?, further: [[UInt8]], at position: Int) throws(MetadataEditError) -> [[UInt8]] {
        var editor = try XMPEditor(packet, at: position, further: further)
        change(&editor)
        let new = try editor.packets(at: position)
        if case .setKeywords = self, let limit = XMPValues(packet: new[0]).exceededLimit {
            throw .tooMany(.xmp, limit: limit)
        }
        guard let packet, self != .removeLocation else { return new }
        return zip(new, [packet] + further).map { XMPEditor.padded($0, like: $1) }
    }

    /// Whether the change creates a packet in a file without one.
    private var addsXMP: Bool {
        if case .setRating = self { true } else { setsText }
    }

    private func change(_ editor: inout XMPEditor) {
        if let pictureText { editor.change(pictureText) }
        switch self {
        case .removeLocation: editor.removeLocation()
        case .setLocation(let place, let altitude): editor.setLocation(place, altitude)
        case .setOrientation(let orientation):
            guard editor.has("Orientation", .tiff) else { return }
            editor.set("Orientation", .tiff, prefix: "tiff", to: String(orientation.rawValue))
        case .setCaptureDate(let date):
            for (name, namespace, prefix) in Self.dates where editor.has(name, namespace) {
                editor.set(name, namespace, prefix: prefix, to: date.description)
            }
        case .setTimeZone, .removeTimeZone:
            for (name, namespace, prefix) in Self.dates {
                editor.setZone(of: name, namespace, prefix: prefix, to: zone)
            }
        case .setRating(let stars):
            editor.set("Rating", .basic, prefix: "xmp", to: String(stars))
            guard editor.has("Rating", .microsoft) else { return }
            editor.set("Rating", .microsoft, prefix: "MicrosoftPhoto", to: String(Self.percent(of: stars)))
        case .removeRating:
            for namespace in [XMPNamespace.basic, .microsoft] { editor.remove("Rating", namespace) }
        default: return
        }
    }

    /// The dates of capture and digitization.
    private static let dates: [(name: String, namespace: XMPNamespace, prefix: String)] = [
        ("DateTimeOriginal", .exif, "exif"), ("DateTimeDigitized", .exif, "exif"),
        ("DateCreated", .photoshop, "photoshop"), ("CreateDate", .basic, "xmp"),
    ]

    /// A rating in percent, as Microsoft's programs write it.
    static func percent(of stars: Int) -> Int {
        [0, 1, 25, 50, 75, 99][max(stars, 0)]
    }
}
