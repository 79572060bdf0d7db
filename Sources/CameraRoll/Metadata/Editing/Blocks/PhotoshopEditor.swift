/// Changes the IPTC block among Photoshop's resources; all other resources stay as they are.
struct PhotoshopEditor {
    private let original: [UInt8]
    /// The IPTC block; nil where there is none.
    var iptc: [UInt8]?

    /// An editor of Photoshop's resources.
    ///
    /// - Throws: `.damaged` where not all bytes are resources, so that some would be lost.
    init(_ bytes: [UInt8], at position: Int = 0) throws(MetadataEditError) {
        original = bytes
        var resources = PhotoshopResources(bytes[...])
        while let resource = resources.next() {
            if resource.id == PhotoshopResource.iptc, iptc == nil { iptc = Array(bytes[resource.data]) }
        }
        guard bytes[resources.position...].allSatisfy({ $0 == 0 }) else { throw .damaged(.iptc, at: position) }
    }

    /// The resources with the IPTC block as it is now, and without a digest of the old one.
    var bytes: [UInt8] {
        var result: [UInt8] = []
        var isPlaced = false
        for resource in PhotoshopResources(original[...]) {
            switch resource.id {
            case PhotoshopResource.iptc:
                if !isPlaced { result += newResource }
                isPlaced = true
            case PhotoshopResource.iptcDigest where iptc != nil: continue
            default: result += original[resource.range]
            }
        }
        return isPlaced ? result : result + newResource
    }

    private var newResource: [UInt8] {
        guard let iptc, !iptc.isEmpty else { return [] }
        var resource = Array("8BIM".utf8)
        resource.append(PhotoshopResource.iptc, bytes: 2)
        resource += [0, 0]
        resource.append(iptc.count, bytes: 4)
        return resource + iptc + (iptc.count % 2 == 1 ? [0] : [])
    }
}
