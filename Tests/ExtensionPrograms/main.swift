import AttacheExtensionTesting
import UserNotifications

// Extensions for tests of isolation, by the names that the tests use.
ExtensionMain.run([
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
])
