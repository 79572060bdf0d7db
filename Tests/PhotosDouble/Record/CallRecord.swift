#if PhotosDouble
    /// What PhotoKit is asked.
    package enum PhotosCall: String, CaseIterable, Hashable, Sendable {
        case sharedLibrary, authorizationStatus, requestAuthorization
        case fetchAssets, fetchKeyAssets, fetchCollections
        /// Objects are read from the database, in a batch.
        case materialize
        /// A property of an object, a fetch result, and its release: many, and so counted only where calls are watched.
        case property, fetchResult, releaseFetchResult
        case differ
        case token, history, changeDetails
        case register, unregister
        case createManager, requestImage, cancelImage, startCaching, stopCaching, extract, draw
        case resources, requestData, cancelData
        case performChanges, changeRequest
    }

    /// What PhotoKit was asked, how often, from which threads, and at what cost.
    package final class CallRecord: Sendable {
        private struct State {
            var counts: [PhotosCall: Int] = [:]
            var costs: [PhotosCall: Duration] = [:]
            var onMain: [PhotosCall: Int] = [:]
            var unexpected: [PhotosCall: Int] = [:]
            var prompts: [PhotosCall] = []
        }

        private let state = Locked(State())

        /// The number of each call.
        package var counts: [PhotosCall: Int] { state.withLock { $0.counts } }
        /// The time that each call costs, whether it was spent or not.
        package var costs: [PhotosCall: Duration] { state.withLock { $0.costs } }
        /// The number of each call on the main thread.
        package var onMain: [PhotosCall: Int] { state.withLock { $0.onMain } }
        /// The number of each call that came from another thread than `Switches.expects` allows.
        package var unexpected: [PhotosCall: Int] { state.withLock { $0.unexpected } }
        /// The calls that made the system ask the user for permission.
        package var prompts: [PhotosCall] { state.withLock { $0.prompts } }

        /// Forgets everything so far.
        package func clear() {
            state.withLock { $0 = State() }
        }

        func note(_ call: PhotosCall, cost: Duration, isExpected: Bool) {
            let isMain = PhotosWorld.isOnMain
            state.withLock { state in
                state.counts[call, default: 0] += 1
                if cost != .zero { state.costs[call, default: .zero] += cost }
                if isMain { state.onMain[call, default: 0] += 1 }
                if !isExpected { state.unexpected[call, default: 0] += 1 }
            }
        }

        func notePrompt(_ call: PhotosCall) {
            state.withLock { $0.prompts.append(call) }
        }
    }
#endif
