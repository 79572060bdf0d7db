#if PhotosDouble
    import Foundation

    /// What the user allows.
    struct AccessState: Sendable {
        var readWrite = PHAuthorizationStatus.authorized
        var addOnly = PHAuthorizationStatus.authorized
        /// The assets that limited access shows.
        var selection: Set<String> = []

        func shows(_ identifier: String) -> Bool {
            readWrite == .authorized || (readWrite == .limited && selection.contains(identifier))
        }

        var isReadable: Bool { readWrite == .authorized || readWrite == .limited }
    }

    extension PhotosWorld {
        /// The user's permission to read and write, as the system's settings show it.
        package var status: PHAuthorizationStatus {
            get { access.withLock { $0.readWrite } }
            set { access.withLock { $0.readWrite = newValue } }
        }

        /// The user's permission to add.
        package var addOnlyStatus: PHAuthorizationStatus {
            get { access.withLock { $0.addOnly } }
            set { access.withLock { $0.addOnly = newValue } }
        }

        /// Selects assets as the user, or all; observers are told.
        package func select(_ identifiers: [String]?) {
            access.withLock { access in
                access.selection = Set(identifiers ?? [])
                access.readWrite = identifiers == nil ? .authorized : .limited
            }
            tellObservers()
        }

        /// Limits access to assets without a message.
        package func narrow(to identifiers: [String]) {
            access.withLock { access in
                access.selection = Set(identifiers)
                access.readWrite = .limited
            }
        }

        func authorizationStatus(for level: PHAccessLevel) -> PHAuthorizationStatus {
            call(.authorizationStatus)
            return access.withLock { level == .addOnly ? $0.addOnly : $0.readWrite }
        }

        func requestAuthorization(for level: PHAccessLevel) async -> PHAuthorizationStatus {
            call(.requestAuthorization)
            let status = access.withLock { level == .addOnly ? $0.addOnly : $0.readWrite }
            guard status == .notDetermined else { return status }
            record.notePrompt(.requestAuthorization)
            let answer = await switches.permission(level)
            access.withLock { access in
                if level == .addOnly { access.addOnly = answer } else { access.readWrite = answer }
            }
            return answer
        }

        /// Makes the system ask for permission, if the user has not yet been asked.
        func promptIfNeeded(_ call: PhotosCall) {
            if access.withLock({ $0.readWrite == .notDetermined }) { record.notePrompt(call) }
        }
    }

    // MARK: - A library that goes away

    extension PhotosWorld {
        /// Makes the library unavailable, and tells the observers of its availability.
        package func goAway(_ reason: PHPhotosError.Code) {
            database.withLock { $0.unavailability = PHPhotosError(reason) }
            let told = observers.withLock { $0.availability.compactMap(\.observer) }
            let told2 = Handed(value: told)
            observerQueue.async { [self] in
                let library = PHPhotoLibrary(self)
                for observer in told2.value { observer.photoLibraryDidBecomeUnavailable(library) }
            }
        }

        /// Makes the library available again.
        package func comeBack() {
            database.withLock { $0.unavailability = nil }
            tellObservers()
        }

        var unavailabilityReason: (any Error)? {
            database.withLock { $0.unavailability }
        }
    }
#endif
