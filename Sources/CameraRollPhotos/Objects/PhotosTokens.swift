#if PhotosDouble
import PhotosDouble
#elseif canImport(Photos)
import Photos
#endif
#if PhotosDouble || canImport(Photos)
import CameraRoll
import Foundation

/// Converts positions in Photos' history to change tokens; used on the library executor only.
///
/// Two archives of the same position may differ in their bytes, by which change tokens are compared. Therefore the last
/// position is archived only once.
final class PhotosTokens: Sendable {
    private let identity: LibraryIdentity
    private let last = Lock<(place: PHPersistentChangeToken, token: ChangeToken)?>(nil)

    init(of identity: LibraryIdentity) {
        self.identity = identity
    }

    /// The change token of a position; nil if Photos cannot archive it.
    ///
    /// - Parameter isPassed: whether this is a position within a history, which does not replace the last one.
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

    /// The position of a change token; nil if it is not a token of Photos.
    static func place(of token: ChangeToken) -> PHPersistentChangeToken? {
        try? NSKeyedUnarchiver.unarchivedObject(ofClass: PHPersistentChangeToken.self, from: token.place)
    }
}
#endif
