#if PhotosDouble
    /// How the requests for an asset's images are answered: each oddity of Photos is a script.
    package struct ImageScript: Sendable {
        /// One call of the result or the progress handler.
        package enum Step: Hashable, Sendable {
            case degraded
            case final
            /// No image, and an error.
            case error(PHPhotosError.Code)
            /// No image, and an error of iCloud.
            case cloud(CloudFault)
            /// No image, and no error.
            case nothing
            /// No image: the original is in the cloud.
            case inCloud
            /// No image, and the key of a cancelled request.
            case cancelled
            case progress(Double)
        }

        /// Where a handler is called.
        package enum Queue: Hashable, Sendable {
            case main
            case own
        }

        package var steps: [Step]
        /// The number of steps that are done before the request returns.
        package var early: Int
        package var queue: Queue
        /// Whether the steps go on after the request is cancelled.
        package var ignoresCancel: Bool

        package init(_ steps: [Step], early: Int = 0, queue: Queue = .main, ignoresCancel: Bool = false) {
            (self.steps, self.early, self.queue, self.ignoresCancel) = (steps, early, queue, ignoresCancel)
        }
    }

    /// How a cancelled request ends: the header and the documentation contradict each other.
    package enum CancelAnswer: Hashable, Sendable {
        case silence
        case call
    }
#endif
