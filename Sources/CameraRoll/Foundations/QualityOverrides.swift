import Foundation

/// How a thread that works already is given a higher quality of service, since more urgent work waits for what it does.
///
/// A thread takes the quality of service of its work when it begins it. A visible cell may join a prefetch later, while
/// its image is being decoded: without an override the decode would go on as slowly as prefetching may.
///
/// An override says nothing to the library: turns of its executor for which the thread waits keep the priority with
/// which the work began.
struct QualityOverrides: Sendable {
    typealias End = @Sendable () -> Void

    /// Identifies the calling thread.
    let thread: @Sendable () -> UInt
    /// Raises a thread, and returns the end of that, which is called once; nil if it cannot be raised.
    ///
    /// The thread exists before and after both calls. Called under the lock of a pool.
    let begin: @Sendable (_ thread: UInt, _ priority: PoolPriority) -> End?
}

#if canImport(Darwin)
    extension QualityOverrides {
        /// The overrides of the system, of which a thread has the highest; each costs about a microsecond.
        static let system: QualityOverrides? = QualityOverrides {
            UInt(bitPattern: pthread_self())
        } begin: { thread, priority in
            guard let thread = pthread_t(bitPattern: thread) else { return nil }
            let override: OpaquePointer? = pthread_override_qos_class_start_np(thread, priority.qualityOfService, 0)
            guard let override else { return nil }
            let address = UInt(bitPattern: override)
            return {
                if let override = OpaquePointer(bitPattern: address) { _ = pthread_override_qos_class_end_np(override) }
            }
        }
    }

    extension PoolPriority {
        /// The quality of service of a thread with work of this priority.
        var qualityOfService: qos_class_t {
            switch self {
            // More urgent work may wait for the thread, so it is never throttled as background work is.
            case .background, .prefetch: QOS_CLASS_UTILITY
            case .standard: QOS_CLASS_DEFAULT
            case .visible: QOS_CLASS_USER_INITIATED
            }
        }
    }
#else
    extension QualityOverrides {
        /// Nil: threads have no quality of service here.
        static var system: QualityOverrides? { nil }
    }
#endif
