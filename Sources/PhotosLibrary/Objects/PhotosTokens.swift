#if PhotosDouble
import PhotosDouble
#elseif canImport(Photos)
import Photos
#endif
#if PhotosDouble || canImport(Photos)
import CameraRoll
import Foundation

/// Converts Photos' places in its history to change tokens; used on the library executor only.
///
/// Two archives of the same place may differ in their bytes, and change tokens are compared by them: the last place is
/// archived once.
final class PhotosTokens: Sendable {
    private let identity: LibraryIdentity
    private let last = Lock<(place: PHPersistentChangeToken, token: ChangeToken)?>(nil)

    init(of identity: LibraryIdentity) {
        self.identity = identity
    }

    /// The change token of a place; nil if Photos cannot archive it.
    ///
    /// - Parameter isPassed: whether it is a place within a history, which does not replace the last one.
    func token(at place: PHPersistentChangeToken, isPassed: Bool = false) -> ChangeToken? {
        if let last = last.withLock(\.self), last.place == place { return last.token }
        guard let data = try? NSKeyedArchiver.archivedData(withRootObject: place, requiringSecureCoding: true) else {
            return nil
        }
        let token = ChangeToken(library: identity, place: data)
        if isPassed { return token }
        let previous = last.withLock { last in
            defer { last = (place, token) }
            return last
        }
        withExtendedLifetime(previous) {}
        return token
    }

    /// The place of a change token; nil if it is not one of Photos.
    static func place(of token: ChangeToken) -> PHPersistentChangeToken? {
        try? NSKeyedUnarchiver.unarchivedObject(ofClass: PHPersistentChangeToken.self, from: token.place)
    }
}
#endif
