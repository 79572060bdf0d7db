// Apple documents its declarations.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

#if PhotosDouble
    public import Foundation

    /// A change of the library, as observers are told of it.
    public final class PHChange: NSObject, Sendable {
        let place: Int

        init(_ place: Int) {
            self.place = place
        }
    }

    /// What is called on an arbitrary serial queue after each change of the library.
    public protocol PHPhotoLibraryChangeObserver: NSObjectProtocol {
        func photoLibraryDidChange(_ changeInstance: PHChange)
    }

    /// What is called on an arbitrary serial queue when the library goes away.
    public protocol PHPhotoLibraryAvailabilityObserver: NSObjectProtocol {
        func photoLibraryDidBecomeUnavailable(_ photoLibrary: PHPhotoLibrary)
    }

    /// The user's library.
    public final class PHPhotoLibrary: NSObject, Sendable {
        package let world: PhotosWorld

        init(_ world: PhotosWorld) {
            self.world = world
        }

        public class func shared() -> PHPhotoLibrary {
            let world = PhotosWorld.current
            world.call(.sharedLibrary)
            return PHPhotoLibrary(world)
        }

        // MARK: Permission

        public class func authorizationStatus(for accessLevel: PHAccessLevel) -> PHAuthorizationStatus {
            PhotosWorld.current.authorizationStatus(for: accessLevel)
        }

        @concurrent
        public class func requestAuthorization(for accessLevel: PHAccessLevel) async -> PHAuthorizationStatus {
            await PhotosWorld.current.requestAuthorization(for: accessLevel)
        }

        public var unavailabilityReason: (any Error)? { world.unavailabilityReason }

        // MARK: Observers

        public func register(_ observer: any PHPhotoLibraryChangeObserver) {
            world.register(observer)
        }

        public func unregisterChangeObserver(_ observer: any PHPhotoLibraryChangeObserver) {
            world.unregister(observer)
        }

        public func register(_ observer: any PHPhotoLibraryAvailabilityObserver) {
            world.register(availability: observer)
        }

        public func unregisterAvailabilityObserver(_ observer: any PHPhotoLibraryAvailabilityObserver) {
            world.unregister(availability: observer)
        }

        // MARK: History

        public var currentChangeToken: PHPersistentChangeToken { world.currentChangeToken }

        public func fetchPersistentChanges(
            since token: PHPersistentChangeToken
        ) throws -> PHPersistentChangeFetchResult {
            try world.fetchPersistentChanges(since: token)
        }

        // MARK: Edits

        public func performChangesAndWait(_ changeBlock: @escaping () -> Void) throws {
            try world.performAndWait(changeBlock)
        }

        public func performChanges(
            _ changeBlock: @escaping () -> Void, completionHandler: (@Sendable (Bool, (any Error)?) -> Void)? = nil
        ) {
            world.perform(changeBlock) { error in completionHandler?(error == nil, error) }
        }

        @concurrent
        public func performChanges(_ changeBlock: sending @escaping () -> Void) async throws {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                world.perform(changeBlock) { error in
                    continuation.resume(with: error.map { .failure($0) } ?? .success(()))
                }
            }
        }
    }
#endif
