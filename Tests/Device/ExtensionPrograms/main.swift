import AttacheExtensionTesting
import UserNotifications

// Extensions for tests of isolation, by the names that the tests use.
let services: [String: @Sendable () -> UNNotificationServiceExtension] = [
    "crashing": { CrashingService() },
    "looking": { LookingService() },
    "counting": { CountingService() },
    "printing": { PrintingService() },
    "allocating": { AllocatingService() },
    "silent": { SilentService() },
    "twice": { TwiceService() },
    "attaching": { AttachingService() },
    "values": { ValuesService() },
    "queues": { QueuesService() },
    "echo": { EchoService() },
    "endless": { EndlessService() },
    "living": { LivingService() },
    "behaviours": { BehaviourService() },
]
// A script is played with the arguments of `attache center play`, and a limit.
if CommandLine.arguments.contains("--step-limit") {
    ScriptMain.run(services: services, views: ["ending": { EndingController() }])
}
ExtensionMain.run(services)
