public import CameraRoll

/// A check of one guarantee of `PhotoLibraryBackend`, for any library and any test framework.
///
/// ```swift
/// @Test(arguments: ConformanceCheck.all)
/// func `The folder library keeps its promises`(check: ConformanceCheck) async throws {
///     let outcome = try await check.run(LibrarySubject { .folder(at: photos) })
///     if case .notApplicable(let reason) = outcome { try Test.cancel("\(reason)") }
/// }
/// ```
///
/// A check takes the library's contents from the library itself and compares different ways of reading, so it needs no
/// list of expected assets. It reads everything several times: a few hundred assets are suitable, including hidden
/// ones, bursts, favorites, videos and albums, since missing kinds are not checked. If the library lacks everything
/// that a check needs, the check ends as ``ConformanceOutcome/notApplicable(_:)`` and not as passed: checks of images
/// if there is no image source, checks of a search if there is none, and so on.
///
/// The checks of changes, edits and permission change the library with its own editor: they create albums, edit and
/// delete a few assets, and undo nothing. If edits outlive the library, as in a folder, the subject must open a new
/// scratch copy each time. It must allow full access, not limited access, and if the user is asked for consent, it
/// must answer by itself. A library that is changed from outside, or without an editor, is checked by
/// ``outsideChanges``, for which the subject provides a way to cause a change. Likewise, ``limitedAccess`` needs a
/// way to select assets.
public struct ConformanceCheck: Sendable, CustomStringConvertible {
    /// The guarantee, as a sentence.
    public let name: String
    private let body: @Sendable (LibrarySubject, Expectation) async throws -> Void

    init(_ name: String, body: @escaping @Sendable (LibrarySubject, Expectation) async throws -> Void) {
        self.name = name
        self.body = body
    }

    /// The name.
    public var description: String { name }

    /// Runs the check on a library.
    ///
    /// - Returns: whether the library keeps the guarantee, or the check is not applicable.
    /// - Throws: ``ConformanceFailure`` if the library breaks the guarantee, or the library's own error.
    public func run(_ subject: LibrarySubject) async throws -> ConformanceOutcome {
        do {
            try await body(subject, Expectation(check: name))
            return .passed
        } catch let absence as NotApplicable {
            return .notApplicable(absence.reason)
        }
    }

    /// All checks; those for missing features of the library or the subject are not applicable.
    public static var all: [ConformanceCheck] {
        reading + paging + sections + search + images + originals + changes + outsideChanges + edits + permission
            + limitedAccess
    }
}

/// A violation of a guarantee by a library.
public struct ConformanceFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name of the check.
    public let check: String
    /// The checked object.
    public let subject: String
    /// The expected result.
    public let expected: String
    /// The actual result.
    public let found: String

    /// The violation in a sentence or two.
    public var description: String {
        "'\(check)' does not hold for \(subject): expected \(expected), found \(found)."
    }
}

/// A library to check: a factory that opens it any number of times, each time with the same contents.
public struct LibrarySubject: Sendable {
    /// The limit for an image request, a read of original data or a transaction, and for the delay of a signal.
    let deadline: Duration
    /// Causes a change in the library opened last; nil if only the editor can.
    let change: (@Sendable () async throws -> Void)?
    /// Selects assets as the user in the library opened last, or allows all; nil if that is impossible.
    let select: (@Sendable ([AssetID]?) async throws -> Void)?
    let factory: @Sendable () -> PhotoLibrarySource

    /// Creates a subject.
    ///
    /// ```swift
    /// LibrarySubject(change: { server.deleteOnePhoto() }) { .server(server) }
    /// ```
    ///
    /// - Parameters:
    ///   - deadline: the limit for one image request, one read of original data or one transaction, after which it
    ///     counts as unanswered, and for the delay of a change signal; a minute by default.
    ///   - change: causes a change in the library that the factory opened last, as other programs or devices do: each
    ///     call inserts, deletes or changes at least one asset, and returns only once a fetch shows that; otherwise the
    ///     check fails at once. A check calls it up to ten times while the library is open. Without it,
    ///     ``ConformanceCheck/outsideChanges`` do not apply.
    ///   - select: limits the library that the factory opened last to these assets, or allows all if nil; the library
    ///     then shows just them, and signals the change. The status itself is set by the check. Without it,
    ///     ``ConformanceCheck/limitedAccess`` does not apply.
    ///   - factory: a factory with permission to read; called for each opening.
    public init(
        deadline: Duration = .seconds(60), change: (@Sendable () async throws -> Void)? = nil,
        select: (@Sendable (_ assets: [AssetID]?) async throws -> Void)? = nil,
        _ factory: @escaping @Sendable () -> PhotoLibrarySource
    ) {
        self.deadline = deadline
        self.change = change
        self.select = select
        self.factory = factory
    }

    /// Opens the library with its own `LibraryAccess`, and closes it afterward.
    ///
    /// - Parameter factory: the factory, if the library is wrapped.
    func withAccess<Value: Sendable>(
        to factory: PhotoLibrarySource? = nil, _ body: (LibraryAccess) async throws -> Value
    ) async throws -> Value {
        // A subject whose requests may take longer gives its reads as much time.
        let access = LibraryAccess(
            factory ?? self.factory(), executor: LibraryExecutor(label: "conformance"),
            limits: LibraryAccess.Limits(deadline: max(deadline, .seconds(300))))
        do {
            let value = try await body(access)
            await access.close()
            return value
        } catch {
            await access.close()
            throw error
        }
    }

    /// Opens the library and reads from it on its executor.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any PhotoLibraryBackend) throws -> Value
    ) async throws -> Value {
        try await withAccess { access in try await access.look(body) }
    }
}

extension LibraryAccess {
    /// Reads from the library on its executor.
    func look<Value: Sendable>(
        _ body: @escaping @Sendable (any PhotoLibraryBackend) throws -> Value
    ) async throws -> Value {
        // `LibraryAccess` only passes on the library's errors, so a failed check is returned as a value.
        try await read("conformance check") { library in Result { try body(library) } }.get()
    }
}
