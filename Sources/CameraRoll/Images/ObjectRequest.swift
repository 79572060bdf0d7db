/// A request for an object that only a library's own framework creates, such as the item of a player.
///
/// Such an object is neither decoded nor cached, so it does not come from an image manager. The request ends exactly
/// once: with an answer, a cancellation, a withdrawal of the permission, or a timeout.
package final class ObjectRequest<Object: Sendable>: Sendable {
    private let asset: AssetID
    private let access: LibraryAccess
    /// The permission's generation from before the object was requested.
    private let generation: UInt64
    private let deadline: ReadDeadline
    private let deadlines: Deadlines<Int>
    private let completion = Completion<Result<Object, ImageError>>()

    /// Creates a request, before any data of the asset is read.
    ///
    /// - Parameters:
    ///   - asset: the asset of the object.
    ///   - access: the access to the library of the asset.
    ///   - stallTimeout: the time after which a request without progress fails, unless `withReadDeadline` sets another;
    ///     more than zero.
    package init(
        for asset: AssetID, in access: LibraryAccess,
        stallTimeout: Duration? = CachingImageManager.Limits().stallTimeout
    ) {
        self.asset = asset
        self.access = access
        generation = access.permission.reading.generation
        deadline = ReadDeadline.current ?? ReadDeadline(stallTimeout, isRenewedByProgress: true)
        deadlines = Deadlines(clock: access.clock)
    }

    /// Checks the permission; called directly before the framework is asked, since it may have been withdrawn after the
    /// asset was found.
    ///
    /// - Throws: `.library(.notAuthorized)` if reading is forbidden, or was forbidden since the request was created.
    package func checkPermission() throws(ImageError) {
        let permit = access.permission.reading.look()
        guard permit.status.allowsReading else { throw .library(.notAuthorized(permit.status)) }
        guard generation >= permit.withdrawal else { throw .library(.notAuthorized(permit.refusal)) }
    }

    /// Ends the request with the framework's answer, unless it has ended.
    package func end(_ result: Result<Object, ImageError>) {
        completion.end(result)
    }

    /// Records that a download makes progress.
    package func progress() {
        if deadline.isRenewedByProgress { deadlines.renew(0) }
    }

    /// Waits for the end; called once, after the framework was asked.
    ///
    /// - Throws: the error of the answer, `.cancelled`, `.timedOut`, or `.library` if the asset may no longer be seen.
    ///   The framework's own request may still run then.
    package func value() async throws(ImageError) -> Object {
        let withdrawals = access.permission.reading.observe { [completion, generation] note in
            guard note.isRevocation, generation < note.permit.withdrawal else { return }
            completion.end(.failure(.library(.notAuthorized(note.permit.refusal))))
        }
        // A withdrawal before the observation began would not be reported.
        let permit = access.permission.reading.permit
        if generation < permit.withdrawal { completion.end(.failure(.library(.notAuthorized(permit.refusal)))) }
        if let duration = deadline.duration {
            deadlines.start(0, after: duration) { [completion] in completion.end(.failure(.timedOut(after: duration))) }
        }
        defer { deadlines.end(0) }
        let result = await completion.value(ifCancelled: .failure(.cancelled))
        withExtendedLifetime(withdrawals) {}
        let object = try result.get()
        do throws(LibraryError) {
            try await access.confirm(asset, gotAt: generation)
        } catch {
            throw ImageError(error)
        }
        return object
    }
}
