import CameraRoll

extension ConformanceCheck {
    /// The guarantees of a library's source of original data; not applicable to a library without one.
    ///
    /// Two assets of each kind are read completely, several times, and at positions if possible.
    public static var originals: [ConformanceCheck] {
        [kinds, facts, byteCount, sameBytes, opening, readProgress, refusal, unknownOriginal, cloudOriginal]
    }

    /// A check of a library's source of original data.
    private init(
        _ name: String, originals body: @escaping @Sendable (OriginalProbe, Expectation) async throws -> Void
    ) {
        self.init(name) { subject, expect in
            try await subject.withOriginals(expect) { originals in try await body(originals, expect) }
        }
    }

    private static let kinds = ConformanceCheck("An asset has the originals of its kind, and the main one is the first")
    {
        (originals: OriginalProbe, expect) in
        for asset in try expect.needsSome(originals.assets, OriginalProbe.none) {
            let kinds = try await originals.resources(of: asset.id).map(\.kind)
            try expect.equal(kinds.first, asset.mainKind, "the main original of '\(asset.id)'")
            let hasPair = kinds.contains(.pairedVideo)
            try expect.equal(hasPair, asset.isLivePhoto, "whether '\(asset.id)' has a paired video")
        }
    }

    private static let facts = ConformanceCheck(
        "An original names its asset, place and type, and an orientation of 1 to 8"
    ) {
        (originals: OriginalProbe, expect) in
        for asset in try expect.needsSome(originals.assets, OriginalProbe.none) {
            let resources = try await originals.resources(of: asset.id)
            try expect.equal(Set(resources.map(\.index)).count, resources.count, "the indexes of '\(asset.id)'")
            if let type = asset.typeIdentifier, asset.hasAdjustments != true {
                try expect.equal(resources.first?.typeIdentifier, type, "the type of '\(asset.id)'")
            }
            for resource in resources {
                try expect.equal(resource.asset, asset.id, "the asset of \(resource.subject)")
                try expect.equal(resource.typeIdentifier.isEmpty, false, "whether \(resource.subject) has no type")
                guard let orientation = resource.orientation, !(1...8).contains(orientation) else { continue }
                let found = "\(orientation)"
                throw expect.fail("the orientation of \(resource.subject)", expected: "1 to 8", found: found)
            }
        }
    }
}

extension MediaAsset {
    /// The kind of its main original; nil for an unknown media type.
    fileprivate var mainKind: AssetResource.Kind? {
        switch mediaType {
        case .image: .photo
        case .video: .video
        case .audio: .audio
        default: nil
        }
    }
}

// MARK: - Reading

extension ConformanceCheck {
    private static let byteCount = ConformanceCheck("An original has as many bytes as it says") {
        (originals: OriginalProbe, expect) in
        for resource in try expect.needsSome(try await originals.resources(), OriginalProbe.none) {
            guard let count = resource.byteCount, let tally = try await originals.whole(resource) else { continue }
            try expect.equal(tally.byteCount, count, "the bytes of \(resource.subject)")
        }
    }

    private static let sameBytes = ConformanceCheck("An original reads the same each time") {
        (originals: OriginalProbe, expect) in
        for resource in try expect.needsSome(try await originals.resources(), OriginalProbe.none) {
            guard let first = try await originals.whole(resource), let second = try await originals.whole(resource)
            else { continue }
            let areSame = first.byteCount == second.byteCount && first.digest == second.digest
            try expect.equal(areSame, true, "whether \(resource.subject) reads the same again")
        }
    }

    private static let opening = ConformanceCheck("An original that can be opened has the same bytes at positions") {
        (originals: OriginalProbe, expect) in
        for resource in try expect.needsSome(try await originals.resources(), OriginalProbe.none) {
            guard let opened = try await originals.opened(resource), let whole = try await originals.whole(resource)
            else { continue }
            let areSame = opened.byteCount == whole.byteCount && opened.digest == whole.digest
            try expect.equal(areSame, true, "whether \(resource.subject) has the same bytes at positions")
        }
    }

    private static let readProgress = ConformanceCheck("The progress of a read is told from 0 to 1") {
        (originals: OriginalProbe, expect) in
        for resource in try expect.needsSome(try await originals.resources(), OriginalProbe.none) {
            let tally = try await originals.read(resource, isNetworkAccessAllowed: true)
            let wrong = tally.progress.filter { !(0...1).contains($0) }
            try expect.equal(wrong, [], "the progress beyond 0 to 1 of \(resource.subject)")
        }
    }

    private static let refusal = ConformanceCheck("A receiver that throws ends the read at once, with its own error") {
        (originals: OriginalProbe, expect) in
        for resource in try expect.needsSome(try await originals.resources(), OriginalProbe.none) {
            let refusal = ImageError.tooManyBytes(resource.asset, limit: 0)
            let tally = try await originals.read(resource, refusal: refusal)
            guard tally.chunkCount > 0 else { continue }
            try expect.equal(tally.error, refusal, "the error of \(resource.subject)")
            try expect.equal(tally.chunkCount, 1, "the chunks of \(resource.subject), of which none is taken")
        }
    }
}

// MARK: - Failures

extension ConformanceCheck {
    private static let unknownOriginal = ConformanceCheck("Originals of an unknown asset are an error that names it") {
        (originals: OriginalProbe, expect) in
        let error: ImageError? =
            if case .failure(let error) = try await originals.answer(for: .unknown) { error } else { nil }
        try expect.unknownAsset(error, "the originals of an unknown asset")
    }

    private static let cloudOriginal = ConformanceCheck("An original in the cloud is said to need the network") {
        (originals: OriginalProbe, expect) in
        for resource in try expect.needsSome(try await originals.resources(), OriginalProbe.none) {
            let tally = try await originals.read(resource)
            guard let error = tally.error else { continue }
            try expect.equal(error, .networkRequired(resource.asset), "the failure of \(resource.subject)")
            try expect.equal(tally.progress.filter { $0 >= 1 }, [], "the whole progress of \(resource.subject)")
        }
    }
}
