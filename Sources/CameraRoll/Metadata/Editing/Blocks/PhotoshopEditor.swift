/// Changes blocks among Photoshop's image resources; all other resources stay as they are.
struct PhotoshopEditor {
    /// Files have some dozens.
    static let mostResources = 16_384

    private let original: [UInt8]
    private let resources: [PhotoshopResource]
    /// New bytes of resources by their indices; empty for those that go.
    private var changes: [Int: [UInt8]] = [:]
    private var added: [UInt8] = []

    /// An editor of Photoshop's resources.
    ///
    /// - Throws: `.damaged` where not all bytes are resources, so that some would be lost.
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

    /// Changes resources, each by its number and its bytes; those that become empty or nil go.
    mutating func change(
        _ change: (_ id: Int, _ bytes: [UInt8]) throws(MetadataEditError) -> [UInt8]?
    ) throws(MetadataEditError) {
        for (index, resource) in resources.enumerated() {
            let old = Array(original[resource.data])
            let new = try change(resource.id, old) ?? []
            if new != old { changes[index] = new }
        }
        // The digest is of the block as it was.
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

    /// The resources with all changes; empty where none is left.
    var bytes: [UInt8] {
        if changes.isEmpty && added.isEmpty { return original }
        var result: [UInt8] = []
        for (index, resource) in resources.enumerated() {
            guard let new = changes[index] else {
                result += original[resource.range]
                continue
            }
            // In front of the bytes stand the resource's number and name, and the length.
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
