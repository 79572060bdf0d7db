import CameraRoll

/// A library's source of original data, with the assets to read, for one check.
struct OriginalProbe: Sendable {
    let access: LibraryAccess
    let source: any ResourceSource
    /// A few assets of each kind.
    let assets: [MediaAsset]
    let deadline: Duration
    let expect: Expectation

    /// The reason why checks of originals do not apply to a library.
    static let none = "The library has no originals of photos, videos and sounds."

    /// The resources of an asset, or the error.
    func answer(for asset: AssetID) async throws -> Result<[AssetResource], ImageError> {
        switch try await resolved(asset) {
        case .failure(let error): return .failure(.library(error))
        case .success(let object):
            return try await value(of: "the originals of '\(asset)'") { [source] in
                Result { () throws(ImageError) in try source.resources(of: asset, resolved: object) }
            }
        }
    }

    /// What the library resolves for an asset.
    private func resolved(_ asset: AssetID) async throws -> Result<(any Sendable)?, LibraryError> {
        try await access.look { library in Result { () throws(LibraryError) in try library.resolve(asset) } }
    }

    /// The resources of an existing asset.
    func resources(of asset: AssetID) async throws -> [AssetResource] {
        switch try await answer(for: asset) {
        case .success(let resources): return resources
        case .failure(let error):
            throw expect.fail("the originals of '\(asset)'", expected: "resources", found: "\(error)")
        }
    }

    /// All resources of the assets.
    func resources() async throws -> [AssetResource] {
        var all: [AssetResource] = []
        for asset in assets { all += try await resources(of: asset.id) }
        return all
    }

    /// Reads a resource; given an error, only begins to, and throws it at the first bytes.
    func read(
        _ resource: AssetResource, isNetworkAccessAllowed: Bool = false, refusal: ImageError? = nil
    ) async throws -> ReadTally {
        let object = try await resolved(resource.asset).get()
        return try await value(of: "a read of \(resource.subject)") { [source] in
            TallyingReceiver(refusal: refusal, resolved: object).read(
                resource, from: source, isNetworkAccessAllowed: isNetworkAccessAllowed)
        }
    }

    /// Reads a resource to its end; nil if it is in the cloud.
    func whole(_ resource: AssetResource) async throws -> ReadTally? {
        let tally = try await read(resource)
        guard let error = tally.error else { return tally }
        guard error != .networkRequired(resource.asset) else { return nil }
        throw expect.fail("a read of \(resource.subject)", expected: "its bytes", found: "\(error)")
    }

    /// Reads a resource at positions, in parts; nil if it cannot be opened.
    func opened(_ resource: AssetResource) async throws -> ReadTally? {
        let object = try await resolved(resource.asset).get()
        return try await value(of: "opening \(resource.subject)") { [source] in
            guard let bytes = try? source.open(resource, resolved: object) else { return nil }
            return ReadTally(of: bytes)
        }
    }

    private func value<Value: Sendable>(
        of subject: String, _ body: @escaping @Sendable () -> Value
    ) async throws -> Value {
        try await expect.end(of: subject, within: deadline, ThreadedWork(body).value)
    }
}

extension AssetResource {
    /// The name of the resource in messages.
    var subject: String { "the \(kind) of '\(asset)'" }
}

extension LibrarySubject {
    /// Opens the library with its source of original data; not applicable if it has none.
    func withOriginals(
        _ expect: Expectation, _ body: (OriginalProbe) async throws -> Void
    ) async throws {
        try await withAccess { access in
            let (source, assets) = try await access.read("find resource source") { library in
                (try library.resourceSource(), try library.everything())
            }
            let offered = try expect.needs(source, "The library offers no original data.")
            try await body(
                OriginalProbe(
                    access: access, source: offered, assets: assets.twoOfEachKind, deadline: deadline, expect: expect))
        }
    }
}
