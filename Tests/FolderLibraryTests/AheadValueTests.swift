#if FolderLibrary || canImport(Darwin)
import TestSupport
import Testing

@testable import FolderLibrary

/// Whoever needs a value that is computed ahead gets it, and whoever gives it up afterward does not wait for ever.
@Suite(.timeLimit(.hang)) struct AheadValueTests {
    @Test(arguments: [false, true]) func `A value that was taken may be discarded, also twice`(isAhead: Bool) {
        let value = AheadValue<Int>()
        if isAhead { value.computeAhead { 1 } }
        #expect(value.take { 1 } == 1)
        value.discard()
        value.discard()
    }

    @Test(arguments: [false, true]) func `A value that nobody takes is discarded`(isAhead: Bool) {
        let value = AheadValue<Int>()
        if isAhead { value.computeAhead { 1 } }
        value.discard()
        value.computeAhead {
            Issue.record("computed after the end")
            return 2
        }
    }
}
#endif
