#if PhotosDouble
    import Foundation

    /// The observers of the library, which holds none of them.
    struct ObserverTable: Sendable {
        struct Change: @unchecked Sendable {  // Only passed on, and called on one serial queue.
            weak var observer: (any PHPhotoLibraryChangeObserver)?
        }

        struct Availability: @unchecked Sendable {  // As `Change`.
            weak var observer: (any PHPhotoLibraryAvailabilityObserver)?
        }

        var changes: [Change] = []
        var availability: [Availability] = []
    }

    extension PhotosWorld {
        /// The number of living observers that are registered.
        package var observerCount: Int {
            observers.withLock { table in
                table.changes.count { $0.observer != nil } + table.availability.count { $0.observer != nil }
            }
        }

        func register(_ observer: any PHPhotoLibraryChangeObserver) {
            call(.register)
            promptIfNeeded(.register)
            observers.withLock { $0.changes.append(ObserverTable.Change(observer: observer)) }
        }

        func unregister(_ observer: any PHPhotoLibraryChangeObserver) {
            call(.unregister)
            observers.withLock { $0.changes.removeAll { $0.observer == nil || $0.observer === observer } }
        }

        func register(availability observer: any PHPhotoLibraryAvailabilityObserver) {
            call(.register)
            observers.withLock { $0.availability.append(ObserverTable.Availability(observer: observer)) }
        }

        func unregister(availability observer: any PHPhotoLibraryAvailabilityObserver) {
            call(.unregister)
            observers.withLock { $0.availability.removeAll { $0.observer == nil || $0.observer === observer } }
        }

        /// Waits until the observers have been told of everything so far.
        package func waitForObservers() async {
            await withCheckedContinuation { continuation in observerQueue.async { continuation.resume() } }
        }

        /// Tells all observers of a change, on their queue.
        package func tellObservers() {
            let change = PHChange(database.withLock { $0.place })
            let told = Handed(value: observers.withLock { $0.changes.compactMap(\.observer) })
            observerQueue.async { for observer in told.value { observer.photoLibraryDidChange(change) } }
        }
    }
#endif
