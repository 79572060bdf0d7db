import PhotoMetadata

/// Changes blocks among Photoshop's image resources; all other resources stay as they are.
struct PhotoshopEditor {
    /// Real files have some dozens.
    static let mostResources = 16_384

    private let original: [UInt8]
    private let resources: [PhotoshopResource]
    /// The new bytes of resources by their indices; empty for a resource that is removed.
    private var changes: [Int: [UInt8]] = [:]
    private var added: [UInt8] = []

    /// An editor of Photoshop's resources.
    ///
    /// - Throws: `.damaged` if some bytes belong to no resource and would be lost.
    init(_ bytes: [UInt8], at position: Int = 0) throws(MetadataEditError) {
        original = bytes
        var walk = PhotoshopResources(bytes[...])
        var resources: [PhotoshopResource] = []
        while let resource = walk.next() {
            guard resources.count < Self.mostResources else { throw .tooMany(.iptc, limit: Self.mostResources) }
            resources.append(resource)
        }
        self.resources = resources
        guard bytes[walk.position...].allSatisfy({ $0 == 0 }) else { throw .damaged(.iptc, at: position) }
    }

    /// Whether there is a resource with a number.
    func has(_ id: Int) -> Bool { resources.contains { $0.id == id } }

    /// Changes resources, each given by its number and its bytes; a resource that becomes empty or nil is removed.
    mutating func change(
        _ change: (_ id: Int, _ bytes: [UInt8]) throws(MetadataEditError) -> [UInt8]?
    ) throws(MetadataEditError) {
        for (index, resource) in resources.enumerated() {
            let old = Array(original[resource.data])
            let new = try change(resource.id, old) ?? []
            if new != old { changes[index] = new }
        }
        // The digest is that of the block before the change.
        guard changes.keys.contains(where: { resources[$0].id == PhotoshopResource.iptc }) || !added.isEmpty else {
            return
        }
        dropDigest()
    }

    /// Drops the digest of an IPTC block, by which programs tell whether it was changed.
    mutating func dropDigest() {
        for (index, resource) in resources.enumerated() where resource.id == PhotoshopResource.iptcDigest {
            changes[index] = []
        }
    }

    /// Adds an IPTC block behind the other resources.
    mutating func add(iptc: [UInt8]) throws(MetadataEditError) {
        guard !iptc.isEmpty else { return }
        added += Array("8BIM".utf8) + [0x04, 0x04, 0, 0] + Self.content(iptc)
        try change { _, bytes in bytes }
    }

    /// The resources with all changes; empty if none is left.
    var bytes: [UInt8] {
        if changes.isEmpty && added.isEmpty { return original }
        var result: [UInt8] = []
        for (index, resource) in resources.enumerated() {
            guard let new = changes[index] else {
                result += original[resource.range]
                continue
            }
            // The resource's number, its name and the length precede the bytes.
            let head = original[resource.range.lowerBound..<resource.data.lowerBound - 4]
            if !new.isEmpty { result += head + Self.content(new) }
        }
        return result + added
    }

    private static func content(_ bytes: [UInt8]) -> [UInt8] {
        var content: [UInt8] = []
        content.append(bytes.count, bytes: 4)
        return content + bytes + (bytes.count % 2 == 1 ? [0] : [])
    }
}

extension MetadataEdit {
    /// Photoshop's resources with this change to the blocks among them; nil if none are left or needed.
    ///
    /// - Parameters:
    ///   - besideIPTC: whether the file has an IPTC block elsewhere, so that none is made here.
    ///   - isStale: whether that block changes, so that a digest here is outdated.
    /// - Throws: `.damaged`, `.unencodable`, `.tooLong`.
    func changed(
        photoshop bytes: [UInt8]?, at position: Int, besideIPTC: Bool = false, _ isStale: Bool = false
    ) throws(MetadataEditError) -> [UInt8]? {
        if self == .removeSensitive { return nil }
        var editor = try PhotoshopEditor(bytes ?? [], at: position)
        if isStale { editor.dropDigest() }
        var isFirst = true
        try editor.change { id, old throws(MetadataEditError) in
            defer { if id == PhotoshopResource.iptc { isFirst = false } }
            do throws(MetadataEditError) {
                return try changed(resource: id, old, position)
            } catch {
                // Of several IPTC blocks readers use the first one, and few read the others.
                if self == .removeLocation || id == PhotoshopResource.iptc && isFirst { throw error }
                return old
            }
        }
        if !besideIPTC, !editor.has(PhotoshopResource.iptc), let made = try changed(iptc: nil, at: position) {
            try editor.add(iptc: made)
        }
        let new = editor.bytes
        return new.isEmpty ? nil : new
    }

    /// A resource with this change; nil if a place is removed, and the resource is unknown and looks like metadata.
    private func changed(resource id: Int, _ old: [UInt8], _ position: Int) throws(MetadataEditError) -> [UInt8]? {
        switch id {
        case PhotoshopResource.iptc: try changed(iptc: old, at: position)
        case PhotoshopResource.exif: try changed(exif: old, at: position)
        case PhotoshopResource.xmp: try changed(xmp: old, at: position)
        case _ where self != .removeLocation: old
        case PhotoshopResource.exifContinued: nil
        default: MetadataSignatures.first(in: old) == nil ? old : nil
        }
    }
}
