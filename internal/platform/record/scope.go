package record

// The scopes of a list of things that people share; without one it shows all that the
// caller may see.
const (
	ScopeMine   = "mine"   // the caller's, as owner or co-owner
	ScopeShared = "shared" // with the caller by name, or with a group or an area of theirs
	ScopePublic = "public"
)
