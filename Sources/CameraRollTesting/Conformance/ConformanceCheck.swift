public import CameraRoll

/// One promise of `PhotoLibrary`, as a check that any library can be put to, in any test framework.
///
/// ```swift
/// @Test(arguments: ConformanceCheck.all)
/// func `The folder library keeps its promises`(check: ConformanceCheck) async throws {
///     let outcome = try await check.run(LibrarySubject { .folder(at: photos) })
///     if case .notApplicable(let reason) = outcome { try Test.cancel("\(reason)") }
/// }
/// ```
///
/// A check takes what the library contains from the library itself and compares one way of asking with another, so it
/// needs no list of expected assets. It reads everything several times: give it some hundreds of assets, with hidden
/// ones, bursts, favorites, videos and albums among them, since what is not there is not checked. A check for which the
/// library has nothing at all ends as ``ConformanceOutcome/notApplicable(_:)``, not as passed: those of images where it
/// offers none, those of edits where it has no editor, and so on.
///
/// The checks of changes, edits and permission change the library by its own editor: they make albums, edit and delete
/// a few assets, and undo nothing. Where edits outlive the library, as in a folder, the subject must open a scratch
/// copy, a new one each time. It must allow everything, not selected assets only, and where the user is asked for
/// consent, it must answer by itself. A library that others change, or that changes without an editor, is checked by
/// ``outsideChanges``: the subject brings the way to cause a change. So it is with ``limitedAccess`` and the way to
/// select assets.
public struct ConformanceCheck: Sendable, CustomStringConvertible {
    /// What is promised, as a sentence.
    public let name: String
    private let body: @Sendable (LibrarySubject, Expectation) async throws -> Void

    init(_ name: String, body: @escaping @Sendable (LibrarySubject, Expectation) async throws -> Void) {
        self.name = name
        self.body = body
    }

    /// The name.
    public var description: String { name }

    /// Puts a library to the check.
    ///
    /// - Returns: whether the library keeps the promise, or has nothing that the promise is about.
    /// - Throws: ``ConformanceFailure`` where the library breaks the promise, or the library's own error.
    public func run(_ subject: LibrarySubject) async throws -> ConformanceOutcome {
        do {
            try await body(subject, Expectation(check: name))
            return .passed
        } catch let absence as NotApplicable {
            return .notApplicable(absence.reason)
        }
    }

    /// All checks; what a library does not have, or the subject does not bring, ends as not applicable.
    public static var all: [ConformanceCheck] {
        reading + paging + images + originals + changes + outsideChanges + edits + permission + limitedAccess
    }
}

/// What a library was found to break.
public struct ConformanceFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name of the check.
    public let check: String
    /// What was looked at.
    public let subject: String
    /// What should have been found.
    public let expected: String
    /// What was found.
    public let found: String

    /// All of it, in a sentence or two.
    public var description: String {
        "'\(check)' does not hold for \(subject): expected \(expected), found \(found)."
    }
}

/// A library to be checked: how to open it, any number of times, each time with the same contents.
public struct LibrarySubject: Sendable {
    /// How long a request for an image, a read of original data or a transaction may take, and a signal may be late.
    let deadline: Duration
    /// Causes a change in what was opened last; nil where the checks have no way to cause one but the editor.
    let change: (@Sendable () async throws -> Void)?
    /// Has the user select assets in what was opened last, or allow all; nil where there is no way.
    let select: (@Sendable ([AssetID]?) async throws -> Void)?
    let factory: @Sendable () -> LibraryFactory

    /// A subject.
    ///
    /// ```swift
    /// LibrarySubject(change: { server.deleteOnePhoto() }) { .server(server) }
    /// ```
    ///
    /// - Parameters:
    ///   - deadline: how long one request for an image, one read of original data or one transaction may take before it
    ///     counts as never answered, and how late the signal of a change may be; a minute by default.
    ///   - change: causes a change behind the back of the library that the factory opened last, as other programs or
    ///     devices do: it inserts, deletes or changes at least one asset, each time that it is called. A check calls it
    ///     up to ten times while the library is open. Without it, ``ConformanceCheck/outsideChanges`` do not apply.
    ///   - select: has the user allow these assets only, or all where nil, in the library that the factory opened last;
    ///     that library then shows just them, and signals the change. The status itself is set by the check. Without
    ///     it, ``ConformanceCheck/limitedAccess`` does not apply.
    ///   - factory: a factory that is allowed to read; called for each opening.
    public init(
        deadline: Duration = .seconds(60), change: (@Sendable () async throws -> Void)? = nil,
        select: (@Sendable (_ assets: [AssetID]?) async throws -> Void)? = nil,
        _ factory: @escaping @Sendable () -> LibraryFactory
    ) {
        self.deadline = deadline
        self.change = change
        self.select = select
        self.factory = factory
    }

    /// Opens the library behind a door of its own, and closes it afterwards.
    ///
    /// - Parameter factory: how to open it, where something is to stand in front of it.
    func withAccess<Value: Sendable>(
        to factory: LibraryFactory? = nil, _ body: (LibraryAccess) async throws -> Value
    ) async throws -> Value {
        let access = LibraryAccess(
            factory ?? self.factory(), executor: LibraryExecutor(label: "conformance"),
            limits: LibraryAccess.Limits(deadline: .seconds(300)))
        do {
            let value = try await body(access)
            await access.close()
            return value
        } catch {
            await access.close()
            throw error
        }
    }

    /// Opens the library and looks at it on its executor.
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any PhotoLibrary) throws -> Value
    ) async throws -> Value {
        try await withAccess { access in try await access.look(body) }
    }
}

extension LibraryAccess {
    /// Looks at the library on its executor.
    func look<Value: Sendable>(
        _ body: @escaping @Sendable (any PhotoLibrary) throws -> Value
    ) async throws -> Value {
        // The door passes on the library's errors only; a failed check comes out as a value.
        try await read("conformance check") { library in Result { try body(library) } }.get()
    }
}
