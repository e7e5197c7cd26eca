/// A value of `--type-check`.
enum TypeCheckPlace: String, CaseIterable {
    case inProcess = "in-process"
    case isolated
}
