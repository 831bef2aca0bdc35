package record

// The scopes of a list of things that people share; without one it shows all that the
// caller may see.
const (
	ScopeMine   = "mine"   // own ones, and those whose co-owner the caller is
	ScopeShared = "shared" // with the caller by name, or with a group or an area of theirs
	ScopePublic = "public"
)
