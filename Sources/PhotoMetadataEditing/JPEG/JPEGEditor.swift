import PhotoMetadata

/// Writes a JPEG file with changed metadata: replaces the segments that hold them and copies all others.
struct JPEGEditor {
    private let source: any ByteSource
    private let edit: MetadataEdit
    private let remainder: [UInt8]?
    private let layout: JPEGLayout
    private var new: [Int: [UInt8]] = [:]
    private var inserted: [UInt8] = []

    /// The most bytes that a segment holds behind its marker and length.
    static let longest = 65_533

    /// - Parameter remainder: the EXIF block that replaces all metadata.
    init(_ source: any ByteSource, _ edit: MetadataEdit, remainder: [UInt8]?) throws(MetadataEditError) {
        (self.source, self.edit, self.remainder) = (source, edit, remainder)
        let reader = try reading { () throws(MetadataError) in try ByteReader(source, limits: TIFFEditor.limits) }
        layout = try JPEGLayout(reader)
        // An edit would cut off the bytes behind the picture's end, and they may be the picture.
        if edit.isRemoval, let fault = layout.fault { throw .damaged(.container, at: fault) }
    }

    /// The new file.
    func plan() throws(MetadataEditError) -> EditPlan {
        var editor = self
        try editor.changeEXIF()
        try editor.changeXMP()
        try editor.changePhotoshop()
        if edit.isRemoval { try editor.dropOthers() }
        return try editor.assembled()
    }

    private func indices(_ kind: JPEGSegmentKind) -> [Int] {
        layout.parts.indices.filter { layout.parts[$0].kind == kind }
    }

    private func payload(_ index: Int, without signature: Int = 0) throws(MetadataEditError) -> [UInt8] {
        let range = layout.parts[index].segment.payload.dropFirst(signature)
        return try reading { () throws(MetadataError) in try source.bytes(in: range) }
    }

    private func position(_ index: Int) -> Int {
        layout.parts[index].segment.payload.lowerBound
    }

    /// Of several EXIF blocks readers use the first one, or all; those that are damaged stay if a value is set.
    private mutating func changeEXIF() throws(MetadataEditError) {
        let signature = Array("Exif\0\0".utf8)
        for (number, index) in indices(.exif).enumerated() {
            let old = try payload(index, without: signature.count)
            do throws(MetadataEditError) {
                let changed = try edit.changed(exif: old, at: position(index) + signature.count)
                new[index] = try Self.segment(0xE1, signature, changed, .exif)
            } catch {
                if number == 0 || edit.isRemoval { throw error }
            }
        }
        let made = indices(.exif).isEmpty ? try edit.changed(exif: nil, at: 0) : nil
        inserted += try Self.segment(0xE1, signature, remainder ?? made, .exif)
    }

    private mutating func changeXMP() throws(MetadataEditError) {
        let signature = Self.xmpSignature
        guard edit.isRemoval else { return try setXMP() }
        let extensions = try removeFromXMPExtension()
        for index in indices(.xmp) {
            let old = try payload(index, without: signature.count)
            let changed = try edit.changed(xmp: old, at: position(index) + signature.count)
            new[index] = try Self.segment(0xE1, signature, changed.map(extensions.renamed), .xmp)
        }
    }

    /// Takes the place out of packets that span several segments.
    private mutating func removeFromXMPExtension() throws(MetadataEditError) -> XMPExtension {
        guard edit == .removeLocation else { return try XMPExtension([]) }
        var parts: [XMPExtension.Part] = []
        for index in indices(.xmpExtension) { parts.append((index, position(index), try payload(index))) }
        let extensions = try XMPExtension(parts)
        for (index, payload) in extensions.payloads { new[index] = try Self.segment(0xE1, [], payload, .xmp) }
        return extensions
    }

    /// Changes all packets as one, so that no older value stays beside the one that is set.
    ///
    /// A full packet is split.
    private mutating func setXMP() throws(MetadataEditError) {
        let signature = Self.xmpSignature
        guard let first = indices(.xmp).first else {
            inserted += try Self.segment(0xE1, signature, edit.changed(xmp: nil, at: 0), .xmp)
            return
        }
        let old = try payload(first, without: signature.count)
        let parts = try xmpExtension(of: old)
        var rest: [UInt8] = []
        for part in parts {
            rest += try reading { () throws(MetadataError) in try source.bytes(in: part.content) }
        }
        var others: [(index: Int, bytes: [UInt8])] = []
        for index in indices(.xmp).dropFirst() {
            let packet = try payload(index, without: signature.count)
            if XMPValues(packet: packet).isSound { others.append((index, packet)) }
        }
        let further = [XMPValues(packet: rest).isSound ? rest : []] + others.map(\.bytes)
        let changed = try edit.changed(xmp: old, further: further, at: position(first) + signature.count)
        for (index, other) in others.enumerated() where changed[index + 2] != other.bytes {
            new[other.index] = try Self.segment(0xE1, signature, changed[index + 2], .xmp)
        }
        var (main, extended) = (changed[0], changed[1])
        if extended != further[0] {
            for index in indices(.xmpExtension) where parts.contains(where: { $0.isIn(layout.parts[index].segment) }) {
                new[index] = []
            }
            main = try XMPEditor.naming(XMPEditor.digest(of: extended), in: main)
        } else {
            extended = []
            let longest = Self.longest - signature.count
            if main.count > longest, indices(.xmpExtension).isEmpty {
                (main, extended) = try XMPEditor.split(main, longest: longest)
            }
        }
        new[first] = try Self.segment(0xE1, signature, main, .xmp)
        for part in XMPExtension.payloads(of: extended) { new[first]? += try Self.segment(0xE1, [], part, .xmp) }
    }

    /// The parts of the extension that a packet names.
    private func xmpExtension(of packet: [UInt8]) throws(MetadataEditError) -> [XMPExtensionPart] {
        var parts: [XMPExtensionPart] = []
        for index in indices(.xmpExtension) {
            let payload = layout.parts[index].segment.payload
            let head = try reading { () throws(MetadataError) in
                try source.bytes(in: payload.prefix(XMPExtensionPart.headLength))
            }
            if let part = XMPExtensionPart(head[...], in: payload) { parts.append(part) }
        }
        return XMPExtensionPart.whole(parts, namedBy: packet)
    }

    private static let xmpSignature = MetadataParser.xmpSignature.withUTF8Buffer { Array($0) }

    /// Photoshop's resources continue across segments as if these were one.
    private mutating func changePhotoshop() throws(MetadataEditError) {
        let signature = Array("Photoshop 3.0\0".utf8)
        let indices = indices(.photoshop)
        let limit = layout.reader.limits.blockBytes
        var joined: [UInt8] = []
        for index in indices {
            joined += try payload(index, without: signature.count)
            guard joined.count <= limit else { throw .tooLong(.iptc, bytes: joined.count, limit: limit) }
        }
        let old = indices.isEmpty ? nil : joined
        let changed = try edit.changed(photoshop: old, at: indices.first.map(position) ?? 0)
        guard changed != old else { return }
        var segments: [UInt8] = []
        var rest = (changed ?? [])[...]
        while !rest.isEmpty {
            let part = Array(rest.prefix(Self.longest - signature.count))
            segments += try Self.segment(0xED, signature, part, .iptc)
            rest = rest.dropFirst(part.count)
        }
        for index in indices { new[index] = [] }
        if let first = indices.first { new[first] = segments } else { inserted += segments }
    }

    /// Drops unknown data in a removal; comments are the user's texts, and stay when a place is removed.
    private mutating func dropOthers() throws(MetadataEditError) {
        var profile = JPEGProfile()
        for index in JPEGProfile.order(of: layout.parts) {
            let part = layout.parts[index]
            switch part.kind {
            case .other:
                // Lossless pictures of another standard (JPEG-LS) have other frames and tables.
                if Self.lossless.contains(part.segment.marker) { throw .unsupported(.jpeg) }
                new[index] = []
            case .comment, .xmpExtension, .gainMap: if edit == .removeSensitive { new[index] = [] }
            case .jfif, .adobe:
                if let head = part.kind.head(of: try payload(index), edit) { try replace(index, by: head) }
            case .profile: try replace(index, by: profile.next(payload(index)))
            case .multiPicture:
                // The pictures that it references are removed with all sensitive data.
                let old = try payload(index)
                let bare = try reading { () throws(MetadataError) in try MultiPictureDirectory(old)?.bare }
                try replace(index, by: edit == .removeLocation ? bare : nil)
            case .stray: new[index] = []
            case .exif, .xmp, .photoshop, .picture: continue
            }
        }
    }

    private static let lossless: Set<UInt8> = [0xF7, 0xF8]

    private mutating func replace(_ index: Int, by payload: [UInt8]?) throws(MetadataEditError) {
        guard try payload != self.payload(index) else { return }
        new[index] = try Self.segment(layout.parts[index].segment.marker, [], payload, .container)
    }

    private static func segment(
        _ marker: UInt8, _ signature: [UInt8], _ content: [UInt8]?, _ block: MetadataBlock
    ) throws(MetadataEditError) -> [UInt8] {
        guard let content else { return [] }
        let length = signature.count + content.count
        guard length <= longest else { throw .tooLong(block, bytes: length, limit: longest) }
        var segment: [UInt8] = [0xFF, marker]
        segment.append(length + 2, bytes: 2)
        return segment + signature + content
    }
}

extension JPEGEditor {
    /// All parts in their order; new segments come after those that are first by convention.
    private func assembled() throws(MetadataEditError) -> EditPlan {
        var segments = layout.parts.indices.map { (range: layout.parts[$0].segment.range, bytes: new[$0]) }
        let lead = layout.parts.indices.prefix {
            let part = layout.parts[$0]
            return part.segment.marker == 0xE0 || part.kind == .exif || part.kind == .stray || new[$0]?.isEmpty == true
        }.count
        let place = lead < segments.count ? segments[lead].range.lowerBound : layout.scan
        segments.insert((place..<place, inserted), at: lead)
        let directories = Set(indices(.multiPicture).map { $0 < lead ? $0 : $0 + 1 })
        let trailer = try JPEGTrailer(layout, source, edit)
        let shift = JPEGShift(segments)
        var plan = EditPlan(of: trailer.changed)
        plan.copy(0..<2)
        for (index, part) in segments.enumerated() {
            let moved = directories.contains(index) ? try self.moved(index, part, by: shift) : nil
            if let bytes = moved ?? part.bytes { plan.add(bytes) } else { plan.copy(part.range) }
        }
        trailer.add(to: &plan)
        return plan
    }
}

extension JPEGEditor {
    /// A directory of further pictures with their new positions; nil if they do not move, or it is removed.
    private func moved(
        _ index: Int, _ part: (range: Range<Int>, bytes: [UInt8]?), by shift: JPEGShift
    ) throws(MetadataEditError) -> [UInt8]? {
        let segment: [UInt8]
        if let bytes = part.bytes {
            segment = bytes
        } else {
            segment = try reading { () throws(MetadataError) in try source.bytes(in: part.range) }
        }
        return segment.isEmpty ? nil : try shift.directory(at: index, segment, part.range.lowerBound)
    }
}

extension MetadataEdit {
    /// Whether it removes data that must not be found anywhere afterwards.
    package var isRemoval: Bool { self == .removeLocation || self == .removeSensitive }
}

/// The tables that the JPEG strips of a TIFF file share (tag 347): a JPEG stream without a picture.
enum JPEGTables {
    /// Four tables of each kind take some 3 KB.
    static let longest = 64 << 10

    /// The tables with application segments and comments filled with zeros; nil if they have no such parts.
    ///
    /// If the stream is damaged, the rest of it is filled too: a decoder stops there.
    static func withoutApplications(_ bytes: [UInt8]) -> [UInt8]? {
        var result = bytes
        var position = 2
        while position + 4 <= bytes.count, bytes[position] == 0xFF, bytes[position + 1] != 0xD9 {
            let end = position + 2 + (bytes.uint16(at: position + 2) ?? 0)
            let marker = bytes[position + 1]
            guard end > position + 3, end <= bytes.count else { break }
            if (0xE0...0xEF).contains(marker) || marker == 0xFE {
                for index in position + 4..<end { result[index] = 0 }
            }
            position = end
        }
        let isEnd = position + 2 <= bytes.count && bytes[position] == 0xFF && bytes[position + 1] == 0xD9
        for index in min(isEnd ? position + 2 : position, bytes.count)..<bytes.count { result[index] = 0 }
        return result == bytes ? nil : result
    }
}

/// A JPEG file's color profile, which spans several segments if it is long, without the surrounding bytes.
struct JPEGProfile {
    private static let headLength = 14
    private var left = 0
    private var segments = 0

    /// The indices of a picture's parts, those of its profile in the order of their own numbers.
    static func order(of parts: [JPEGLayout.Part]) -> [Int] {
        func number(_ index: Int) -> UInt8? {
            if case .profile(let number) = parts[index].kind { number } else { nil }
        }
        let profile = parts.indices.filter { number($0) != nil }
        let sorted = profile.sorted { (number($0) ?? 0, $0) < (number($1) ?? 0, $1) }
        return parts.indices.filter { number($0) == nil } + sorted
    }

    /// The profile's part in the next segment, in the order of their numbers; nil if the segment holds none.
    mutating func next(_ payload: [UInt8]) -> [UInt8]? {
        segments += 1
        if segments == 1 { left = ICCProfile.length(of: payload.dropFirst(Self.headLength)) ?? 0 }
        let count = min(left, payload.count - Self.headLength)
        guard count > 0 else { return nil }
        left -= count
        return Array(payload.prefix(Self.headLength + count))
    }
}
