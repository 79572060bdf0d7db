/// Changes properties of an XMP packet; all other bytes of the packet stay as they are.
package struct XMPEditor {
    private let values: XMPValues
    private var removed: [Range<Int>] = []
    /// New text of elements and attributes that stay where they are.
    private var rewritten: [(range: Range<Int>, bytes: [UInt8])] = []
    private var added = ""
    /// The properties that were removed by their name; what describes nothing without them goes, too.
    private var removedProperties: Set<Int> = []

    /// An editor of a packet; of a new one where there is none.
    ///
    /// - Throws: `.damaged` where the packet is not well formed, or not in UTF-8.
    package init(_ packet: [UInt8]?, at position: Int = 0) throws(MetadataEditError) {
        values = XMPValues(packet: packet ?? Array(Self.empty.utf8))
        guard values.isWhole, values.isUTF8, !values.isEmpty else { throw .damaged(.xmp, at: position) }
    }

    /// Whether the packet has a property.
    package func has(_ name: String, _ namespace: XMPNamespace) -> Bool {
        !values.texts(name, in: namespace).isEmpty
    }

    /// Removes a property, wherever it stands.
    mutating func remove(_ name: String, _ namespace: XMPNamespace) {
        remove(values.indices(of: name, namespace))
    }

    private mutating func remove(_ indices: [Int]) {
        removed += indices.map { values.nodes[$0].extent }
        removedProperties.formUnion(indices)
    }

    /// Removes what tells a place, in whatever vocabulary, and what is no XMP: comments, and text around the packet.
    mutating func removePlace() {
        // Each once: thousands of properties may share one that is long.
        let vocabularies = values.namespaces.map { LocationTags.Vocabulary(uri: values.packet[$0]) }
        for node in values.nodes {
            let name = String(decoding: values.packet[node.name], as: UTF8.self)
            let vocabulary = node.namespace < 0 ? .any : vocabularies[node.namespace]
            if LocationTags.contains(name, vocabulary) { removed.append(node.extent) }
        }
        removed += values.remarks
    }

    /// A packet without what tells a place, as long as it was.
    ///
    /// - Throws: `.damaged`.
    static func blanked(_ packet: [UInt8]) throws(MetadataEditError) -> [UInt8] {
        var editor = try XMPEditor(packet)
        editor.removePlace()
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

    /// Sets a property that is a list in an order to one with a single item.
    package mutating func setSequence(_ name: String, _ namespace: XMPNamespace, prefix: String, to text: String) {
        replace(name, namespace, prefix, .sequence(text))
    }

    /// Sets a property where it stands if it can be written there, so that nothing is added by setting it again.
    private mutating func replace(
        _ name: String, _ namespace: XMPNamespace, _ prefix: String, _ content: XMPPropertyContent
    ) {
        let indices = values.indices(of: name, namespace)
        let place = indices.first { values.canHold(content, $0) }
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
    /// - Throws: `.damaged` where there is no place for what was added.
    package func packet(at position: Int = 0) throws(MetadataEditError) -> [UInt8] {
        var changes = rewritten + removed.map { ($0, []) }
        // A description of nothing is what earlier edits left behind.
        if !added.isEmpty || !rewritten.isEmpty || !removedProperties.isEmpty {
            changes += values.emptyDescriptions(without: removedProperties).map { ($0, []) }
        }
        if !added.isEmpty {
            guard let end = values.endOfProperties else { throw .damaged(.xmp, at: position) }
            changes.append((end..<end, Array(added.utf8)))
        }
        var bytes: [UInt8] = []
        var next = 0
        for change in Self.merged(changes) {
            bytes += values.packet[next..<change.range.lowerBound]
            bytes += change.bytes
            next = change.range.upperBound
        }
        return bytes + values.packet[next...]
    }

    /// The packet in two, each well formed: its shorter properties, and the longest ones, as many as do not fit.
    ///
    /// The second is without the packet's wrapper, and the first names it by its digest (XMP part 3, 1.1.3.1).
    ///
    /// - Parameter longest: how many bytes fit.
    /// - Throws: `.damaged` where the packet is not well formed, or has more than its properties that does not fit.
    package static func split(
        _ packet: [UInt8], longest: Int
    ) throws(MetadataEditError) -> (main: [UInt8], extension: [UInt8]) {
        var (main, other) = (try XMPEditor(packet), try XMPEditor(packet))
        let values = main.values
        let rdf = values.index(of: .rdf)
        let extents = values.properties.map { values.nodes[$0] }.filter { $0.namespace != rdf }.map(\.extent)
        var excess = packet.count + noteLength - longest
        for extent in extents.sorted(by: { $0.count > $1.count }) {
            if excess > 0 { main.removed.append(extent) } else { other.removed.append(extent) }
            excess -= extent.count
        }
        let rest = unwrapped(try other.packet())
        main.set("HasExtendedXMP", .note, prefix: "xmpNote", to: digest(of: rest))
        let first = try main.packet()
        guard first.count <= longest else { throw .damaged(.xmp, at: 0) }
        return (first, rest)
    }

    /// What an extension is named by.
    package static func digest(of extension: [UInt8]) -> String {
        MD5.digest(of: `extension`).map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
    }

    /// More than the property takes that names an extension.
    private static let noteLength = 1_024

    /// A packet without the processing instructions around it, and what pads it.
    private static func unwrapped(_ packet: [UInt8]) -> [UInt8] {
        let (head, tail) = (Array("<?xpacket".utf8), Array("?>".utf8))
        var rest = packet[...]
        if rest.starts(with: head), let end = rest.firstRange(of: tail) { rest = rest[end.upperBound...] }
        if let end = rest.firstRange(of: head) { rest = rest[..<end.lowerBound] }
        let isBlank = { (byte: UInt8) in byte <= 0x20 }
        return Array(rest.drop(while: isBlank).reversed().drop(while: isBlank).reversed())
    }

    /// The packet with blanks where something was removed, as long as it was; nil where something was added, too.
    var blankedPacket: [UInt8]? {
        guard added.isEmpty else { return nil }
        var bytes = values.packet
        for range in removed {
            bytes.replaceSubrange(range, with: repeatElement(UInt8(ascii: " "), count: range.count))
        }
        return bytes
    }

    /// The changes in their order, without those that lie within others.
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
    /// The XMP packet with this change; nil where none is left, or was needed.
    ///
    /// - Throws: `.damaged`.
    func changed(xmp packet: [UInt8]?, at position: Int) throws(MetadataEditError) -> [UInt8]? {
        switch self {
        case .removeSensitive: return nil
        case .setCopyright(let text):
            var editor = try XMPEditor(packet, at: position)
            editor.setAlternative("rights", .dublinCore, prefix: "dc", to: text)
            return try editor.packet(of: packet, at: position)
        default:
            guard let packet else { return nil }
            var editor = try XMPEditor(packet, at: position)
            change(&editor)
            return try self == .removePlace ? editor.packet(at: position) : editor.packet(of: packet, at: position)
        }
    }

    /// What is changed only where it is there already.
    private func change(_ editor: inout XMPEditor) {
        switch self {
        case .removePlace: editor.removePlace()
        case .removeCopyright:
            editor.remove("rights", .dublinCore)
            editor.remove("Copyright", .tiff)
        case .setOrientation(let orientation):
            guard editor.has("Orientation", .tiff) else { return }
            editor.set("Orientation", .tiff, prefix: "tiff", to: String(orientation.rawValue))
        case .setCaptureDate(let date):
            let dates: [(String, XMPNamespace, String)] = [
                ("DateTimeOriginal", .exif, "exif"), ("DateTimeDigitized", .exif, "exif"),
                ("DateCreated", .photoshop, "photoshop"), ("CreateDate", .basic, "xmp"),
            ]
            for (name, namespace, prefix) in dates where editor.has(name, namespace) {
                editor.set(name, namespace, prefix: prefix, to: date.description)
            }
        case .setCopyright, .removeSensitive: return
        }
    }
}

extension XMPEditor {
    /// The packet with all changes, and with the length of the old one where it is padded for that.
    fileprivate func packet(of old: [UInt8]?, at position: Int) throws(MetadataEditError) -> [UInt8] {
        let new = try packet(at: position)
        return old.map { Self.padded(new, like: $0) } ?? new
    }
}
