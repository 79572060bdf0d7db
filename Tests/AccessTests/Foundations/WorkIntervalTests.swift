import Testing

@testable import CameraRoll

@Suite struct WorkIntervalTests {
    #if !canImport(os)
        @Test func `Without Instruments an interval takes no memory`() {
            #expect(MemoryLayout<WorkInterval>.size == 0)
        }
    #endif

    @Test func `While intervals are off, what they are about is not determined`() {
        var determined = 0
        func detail() -> String {
            determined += 1
            return "detail"
        }
        WorkInterval("test", detail()).end()
        #expect(determined == 0)
    }
}
