import CoreTestSupport
import Testing

/// Suites whose imports are shown to users, and which therefore cannot name the trait themselves.
@Suite(.withoutReadDeadlines) enum UntimedSuites {}
