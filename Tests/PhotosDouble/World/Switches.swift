#if PhotosDouble
    /// What differs between systems, users and days: costs, answers, oddities.
    package struct Switches: Sendable {
        // MARK: Costs and threads

        /// The time that a call costs, by the number of objects; nothing by default.
        package var cost: @Sendable (_ call: PhotosCall, _ count: Int) -> Duration = { _, _ in .zero }
        /// Spends a call's time on the thread that calls, with the library's lock held if the call reads the library.
        ///
        /// By default no time passes: it is only recorded.
        package var spend: @Sendable (Duration) -> Void = { _ in }
        /// Whether a call may come from the current thread; every call is recorded and counted while this is set.
        package var expects: (@Sendable (PhotosCall) -> Bool)?

        // MARK: The user's answers

        /// Answers a request for permission.
        package var permission: @Sendable (PHAccessLevel) async -> PHAuthorizationStatus = { _ in .authorized }
        /// Answers the question whether so many assets may be deleted; blocks for as long as the user thinks.
        package var consent: @Sendable (_ deleted: Int) -> Bool = { _ in true }

        // MARK: Reading

        /// Whether fetches of assets can be sorted by `localIdentifier`, as Apple's table says; apps reported an
        /// exception.
        package var sortsByIdentifier = false
        /// The number of objects that a fetch result reads at once.
        package var batchSize = 100
        /// Whether the objects of deleted assets come without values, in place of the last known.
        package var emptiesGoneAssets = false
        /// The number of changes above which a difference is not incremental.
        package var incrementalLimit = 1_000
        /// Whether objects that are not in the new result count as changed too.
        package var overlaps = false
        /// What the details of each change fail with.
        package var changeDetailsFault: (any Error & Sendable)?
        /// What the history fails with before its first change.
        package var historyFault: (any Error & Sendable)?

        // MARK: Images and originals

        /// How a cancelled request ends.
        package var cancelAnswer = CancelAnswer.silence
        /// Whether an opportunistic request delivers its first image before it returns.
        package var deliversEarly = true
        /// Whether images of the resize mode `fast` are larger than asked for.
        package var fastIsLarger = true
        /// Where result handlers are called.
        package var imageQueue = ImageScript.Queue.main
        /// Whether results wait for `PhotosWorld.deliver(_:)`.
        package var holdsImages = false
        /// Called with the number of requests in flight after an image was requested.
        package var onRequest: (@Sendable (_ inFlight: Int) -> Void)?
        /// Called after images were started or stopped to be cached.
        package var onCaching: (@Sendable () -> Void)?
        /// The number of bytes that a read of original data gives at once.
        package var chunkSize = 65_536

        // MARK: Edits

        /// What the next transactions fail with.
        package var editFault: (any Error & Sendable)?
        /// Finds the size and the kind of a new asset in its files, or what is wrong with them.
        package var recognize: @Sendable (inout AssetRecord) -> PHPhotosError.Code? = { $0.resources.fault }

        package init() {}
    }

    extension Switches {
        /// The published times of a telephone (photokit.md, section 3).
        package static let photoKitCost: @Sendable (PhotosCall, Int) -> Duration = { call, count in
            switch call {
            case .fetchAssets: .microseconds(4_500)
            case .fetchKeyAssets, .fetchCollections: .microseconds(2_500 + 100 * count)
            case .materialize: .microseconds(100 * count)
            case .resources: .milliseconds(110)
            case .token, .history: .milliseconds(2)
            case .performChanges: .milliseconds(60)
            case .requestImage, .startCaching, .stopCaching: .microseconds(200)
            default: .zero
            }
        }
    }
#endif
