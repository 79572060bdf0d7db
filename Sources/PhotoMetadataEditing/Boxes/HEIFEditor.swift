import PhotoMetadata

/// Removes the place from a HEIC or AVIF file, in place.
struct HEIFEditor {
    private typealias Item = (type: Int, contentType: String)
    private typealias Location = (id: Int, parts: [Range<Int>])

    private let format: MetadataFormat
    private var editor: BoxEditor
    /// The places where items may be: the media data, and the box of small items.
    private var storages: [Range<Int>] = []

    init(_ source: any ByteSource, _ format: MetadataFormat) throws(MetadataEditError) {
        self.format = format
        editor = try BoxEditor(source)
    }

    /// The new file.
    ///
    /// - Throws: `.unsupported` for image sequences and for items in other files, `.damaged`, `.overlapping`,
    ///   `.tooMany`, `.tooLong`, `.unknownData`, and what the blocks' changes throw.
    mutating func plan() throws(MetadataEditError) -> EditPlan {
        let file = ByteBlock(editor.reader)
        var meta: ByteBlock?
        for box in try editor.boxes(in: file) {
            switch box.type {
            case FourCC.number("ftyp"): continue
            case FourCC.number("mdat"): storages.append(box.content)
            case FourCC.number("moov"): throw .unsupported(format)
            case FourCC.number("meta"):
                guard meta == nil else { throw .damaged(.container, at: box.range.lowerBound) }
                meta = file.block(box.content)
            case FourCC.number("sefd"):
                if try editor.clearSamsungPlaces(in: box.content) { continue }
                fallthrough
            default:
                if editor.clearSkipped(box, in: file) { continue }
                // The movie of a motion photo, or a maker's own data.
                try editor.refuseMetadata(in: box.content)
                editor.drop(box, in: file)
            }
        }
        guard let meta else { throw .damaged(.container, at: 0) }
        try change(meta)
        return editor.plan
    }

    /// Changes the box that lists the items, whose content begins with a version and flags.
    private mutating func change(_ meta: ByteBlock) throws(MetadataEditError) {
        var (items, locations, data, table): ([Int: Item], ByteBlock?, ByteBlock?, ByteBlock?) = ([:], nil, nil, nil)
        for box in try editor.boxes(in: meta, from: 4) {
            let content = meta.block(box.content)
            switch box.type {
            case FourCC.number("iinf"):
                guard items.isEmpty else { throw .damaged(.container, at: content.start) }
                items = try self.items(in: content)
            case FourCC.number("iloc") where locations == nil: locations = content
            case FourCC.number("idat") where data == nil: data = content
            case FourCC.number("iprp") where table == nil: table = content
            case _ where Self.harmless.contains(box.type): try editor.refuseMetadata(in: content.range)
            default: if !editor.clearSkipped(box, in: meta) { editor.drop(box, in: meta) }
            }
        }
        if let data { storages.append(data.range) }
        if let table { try checkProperties(table) }
        guard let locations else { throw .damaged(.container, at: meta.start) }
        let found = try self.locations(in: locations, data: data)
        let claims = try claims(of: found)
        for location in found { try change(location, items[location.id], claims) }
        for storage in storages { clearUnclaimed(in: storage, claims) }
    }

    // MARK: Lists

    /// The boxes beside the lists that hold no place.
    private static let harmless = FourCC.numbers("hdlr", "pitm", "iref", "dinf", "grpl", "ipro")

    private func items(in box: ByteBlock) throws(MetadataEditError) -> [Int: Item] {
        var items: [Int: Item] = [:]
        let entries = try reading { () throws(MetadataError) in try HEIFItemEntries(box) }
        guard var entries else { throw .damaged(.container, at: box.start) }
        try reading { () throws(MetadataError) in
            while let entry = try entries.next() {
                // Readers take the first entry of a number.
                if items[entry.id] == nil { items[entry.id] = (entry.type, try entry.contentType() ?? "") }
            }
        }
        try editor.check(entries.end)
        return items
    }

    /// Where all items are, in the order of the file's list.
    private func locations(in box: ByteBlock, data: ByteBlock?) throws(MetadataEditError) -> [Location] {
        let walk = try reading { () throws(MetadataError) in try HEIFLocations(box) }
        guard var walk, walk.version <= 2 else { throw .damaged(.container, at: box.start) }
        var found: [Location] = []
        while let item = walk.next() {
            guard item.partCount <= 1 || !walk.hasEmptyParts else { throw .damaged(.container, at: box.start) }
            guard item.partCount > 0 else { continue }
            guard item.file == 0, item.method < 2 else { throw .unsupported(format) }
            guard let storage = item.method == 1 ? data : ByteBlock(editor.reader) else {
                throw .damaged(.container, at: box.start)
            }
            var parts: [Range<Int>] = []
            while let part = walk.nextPart() {
                parts.append(try range(of: part, in: storage, isOnly: item.partCount == 1))
            }
            found.append((item.id, parts))
        }
        try editor.check(walk.end)
        return found
    }

    private func range(
        of part: HEIFLocations.Extent, in storage: ByteBlock, isOnly: Bool
    ) throws(MetadataEditError) -> Range<Int> {
        guard let start = part.start, start <= storage.count, part.length <= storage.count - start else {
            throw .damaged(.container, at: storage.start)
        }
        let end = isOnly && part.length == 0 ? storage.count : start + part.length
        return storage.start + start..<storage.start + end
    }

    // MARK: What items refer to

    /// A part of an item.
    private struct Claim {
        let item: Int
        let range: Range<Int>
    }

    /// The parts of all items, in the order of the file.
    ///
    /// - Throws: `.damaged` if one is not where items may be: to change it would change something else.
    private func claims(of locations: [Location]) throws(MetadataEditError) -> [Claim] {
        var claims: [Claim] = []
        for location in locations {
            for part in location.parts where !part.isEmpty {
                guard storages.contains(where: { $0.contains(part.lowerBound) && part.upperBound <= $0.upperBound })
                else { throw .damaged(.container, at: part.lowerBound) }
                claims.append(Claim(item: location.id, range: part))
            }
        }
        return claims.sorted { $0.range.lowerBound < $1.range.lowerBound }
    }

    /// Refuses an item that shares bytes, even with itself.
    private func checkOwned(_ location: Location, _ claims: [Claim]) throws(MetadataEditError) {
        for part in location.parts where !part.isEmpty {
            guard claims.count(where: { $0.range.overlaps(part) }) == 1 else {
                throw .overlapping(at: part.lowerBound)
            }
        }
    }

    private mutating func clearUnclaimed(in storage: Range<Int>, _ claims: [Claim]) {
        var next = storage.lowerBound
        for claim in claims where claim.range.lowerBound < storage.upperBound && claim.range.upperBound > next {
            if claim.range.lowerBound > next { editor.clear(next..<claim.range.lowerBound) }
            next = claim.range.upperBound
        }
        if next < storage.upperBound { editor.clear(next..<storage.upperBound) }
    }

    // MARK: Items and properties

    /// The types of coded and of derived pictures.
    private static let pictures = FourCC.numbers(
        "hvc1", "hev1", "lhv1", "lhe1", "av01", "avc1", "svc1", "mvc1", "vvc1", "evc1", "evs1", "hvt1", "vvs1", "j2k1",
        "j2ki", "unci", "grid", "iovl", "iden", "tmap", "sato", "mski")

    private mutating func change(
        _ location: Location, _ item: Item?, _ claims: [Claim]
    ) throws(MetadataEditError) {
        let parts = location.parts.filter { !$0.isEmpty }
        // An item that is in no list of items is one that readers do not see: unknown data.
        let item = item ?? (0, "")
        if parts.isEmpty || Self.pictures.contains(item.type) { return }
        try checkOwned(location, claims)
        switch item.type {
        case FourCC.number("Exif"): try changeEXIF(parts)
        case FourCC.number("mime") where item.contentType == "application/rdf+xml": try editor.blankXMP(in: parts)
        default:
            // A picture in a format with metadata of its own, or a maker's own data.
            for part in parts { try editor.refuseMetadata(in: part) }
            if item.type != FourCC.number("jpeg") { for part in parts { editor.clear(part) } }
        }
    }

    /// Changes an EXIF item: the number of bytes in front of the TIFF structure, those bytes, and the structure.
    private mutating func changeEXIF(_ parts: [Range<Int>]) throws(MetadataEditError) {
        let start = parts.first?.lowerBound ?? 0
        let old = try editor.content(of: parts, .exif)
        guard let skipped = old.uint32(at: 0), skipped <= old.count - 4 else { throw .damaged(.exif, at: start) }
        // Some writers count the signature to the structure.
        let signature = old.matches("Exif\0\0", at: 4 + skipped) ? 6 : 0
        let head = 4 + skipped + signature
        var new = Array(old.prefix(4))
        let isSignature = old[4..<head].elementsEqual("Exif\0\0".utf8)
        new += isSignature ? Array(old[4..<head]) : [UInt8](repeating: 0, count: head - 4)
        let block = Array(old[head...])
        let changed = try MetadataEdit.removeLocation.changed(exif: block, at: start + head) ?? []
        guard changed.count <= block.count else { throw .tooLong(.exif, bytes: changed.count, limit: block.count) }
        editor.write(new + changed + [UInt8](repeating: 0, count: block.count - changed.count), over: parts)
    }

    /// The properties of pictures that hold no place.
    private static let properties = FourCC.numbers(
        "ispe", "pixi", "pasp", "colr", "clap", "irot", "imir", "iscl", "rloc", "auxC", "hvcC", "lhvC", "av1C", "a1op",
        "a1lx", "lsel", "avcC", "vvcC", "evcC", "jpgC", "j2kH", "clli", "mdcv", "cclv", "amve", "ndwt", "rref", "crtt",
        "mdft", "altt", "aebr", "afbr", "wbbr", "fobr", "dobr", "udes", "oinf", "tols", "cmpd", "uncC", "cmin", "cmex",
        "prdi", "elng", "subs", "pano", "cpal", "mskC", "cmpC", "icef", "itai")

    private mutating func checkProperties(_ table: ByteBlock) throws(MetadataEditError) {
        for box in try editor.boxes(in: table) where box.type != FourCC.number("ipma") {
            guard box.type == FourCC.number("ipco") else {
                if !editor.clearSkipped(box, in: table) { editor.drop(box, in: table) }
                continue
            }
            let container = table.block(box.content)
            for property in try editor.boxes(in: container) where !Self.properties.contains(property.type) {
                if editor.clearSkipped(property, in: container) { continue }
                // It cannot be taken away without changing the numbers of the others, and a picture may need it.
                throw .unknownData(at: container.block(property.range).start)
            }
        }
    }
}
