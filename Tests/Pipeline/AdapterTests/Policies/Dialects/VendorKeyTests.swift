import TestWidth
import Testing

@testable import AttacheCore

/// The policy that `auto` chooses by the keys of a vendor.
@Suite("Keys of vendors", .inProcess, .timeLimit(.minutes(1)))
struct VendorKeyTests {
    @Test(
        "Keys of a vendor decide before media keys that many read, and before policies that read nothing here",
        arguments: [
            (#""messageSource":"DENGAGE","urlImageString":"https://h.ex/a.png","title":"a""#, "dengage"),
            (
                #""os_data":{"i":"1"},"att":{"id":"https://h.ex/a.png"},"com.batch":{"at":{"u":"https://h.ex/a.png","t":"public.png"}}"#,
                "batch"
            ),
            // An extension that may not answer matters without a medium too.
            (#""messageSource":"DENGAGE","title":"N","subtitle":"S""#, "dengage"),
            (#""messageSource":"SHOP","title":"N","subtitle":"S""#, "apple"),
            (#""source":"xnpe_platform","title":"N""#, "bloomreach"), (#""source":"\u0078npe_platform""#, "bloomreach"),
            (#""source":["xnpe_platform"]"#, "apple"), (#""hive":{}"#, "apple"),
            (#""hive":{},"groupId":"raid""#, "hive"), (#""hive":{"groupId":7}"#, "apple"),
        ]
    )
    func vendor(members: String, policy: String) throws {
        let text = #"{"aps":{"alert":"x","mutable-content":1},\#(members)}"#
        #expect(try Dialects.chosen(text).name == policy)
    }
}
