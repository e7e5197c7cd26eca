import AttacheCore
import TestWidth
import Testing

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct PropertyTreeTests {
    @Test("An empty dictionary is one element")
    func empty() {
        #expect(ATSDictionary().propertyList == "<key>NSAppTransportSecurity</key>\n<dict/>")
    }

    @Test("Only values that differ from the defaults are written, hosts sorted, text escaped")
    func everything() {
        var pins = ATSDictionary.PinnedDomain()
        pins.leafKeys = ["AAAA"]
        let dictionary = ATSDictionary.with {
            $0.allowsLocalNetworking = false
            $0.exceptionDomains["b.example"] = ATSDictionary.exception()
            $0.exceptionDomains["a<b>&c"] = ATSDictionary.exception {
                $0.minimumTLSVersion = .tls10
                $0.requiresForwardSecrecy = false
            }
            $0.pinnedDomains["p.example"] = pins
        }
        #expect(
            dictionary.propertyList == """
                <key>NSAppTransportSecurity</key>
                <dict>
                    <key>NSAllowsLocalNetworking</key>
                    <false/>
                    <key>NSExceptionDomains</key>
                    <dict>
                        <key>a&lt;b&gt;&amp;c</key>
                        <dict>
                            <key>NSExceptionMinimumTLSVersion</key>
                            <string>TLSv1.0</string>
                            <key>NSExceptionRequiresForwardSecrecy</key>
                            <false/>
                        </dict>
                        <key>b.example</key>
                        <dict/>
                    </dict>
                    <key>NSPinnedDomains</key>
                    <dict>
                        <key>p.example</key>
                        <dict>
                            <key>NSPinnedLeafIdentities</key>
                            <array>
                                <dict>
                                    <key>SPKI-SHA256-BASE64</key>
                                    <string>AAAA</string>
                                </dict>
                            </array>
                        </dict>
                    </dict>
                </dict>
                """
        )
    }
}
