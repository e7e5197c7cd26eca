import Attache
