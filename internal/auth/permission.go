package auth

import (
	"slices"
	"sort"
)

// Area is a part of the product that has its own roles.
type Area string

// The areas.
const (
	AreaHermes   Area = "hermes"
	AreaSGC      Area = "sgc"
	AreaDatasets Area = "datasets"
)

// Permission is one thing that a role allows within its area.
type Permission string

// The permissions; the page knows them by these names.
const (
	ViewAllUploads  Permission = "viewAllUploads"
	ApproveUpload   Permission = "approveUpload"
	DeleteDataset   Permission = "deleteDataset"
	RunMetaAnalysis Permission = "runMetaAnalysis"
	AddUser         Permission = "addUser"
	UploadData      Permission = "uploadData"

	ViewAllDatasets Permission = "viewAllDatasets"
	EditAllDatasets Permission = "editAllDatasets"

	SGCReviewData Permission = "sgc-review-data"
	SGCReviewMA   Permission = "sgc-review-ma"
	SGCAddUser    Permission = "sgc-add-user"
	SGCUploadData Permission = "sgc-upload-data"
)

// RoleAdmin is the role that every area obeys.
const RoleAdmin = "admin"

// Role is a name that accounts carry and what it allows.
type Role struct {
	Name        string
	Area        Area // "" for every area (admin)
	Permissions []Permission
}

// Roles is the table of roles, in the order in which people see it.
func Roles() []Role {
	return []Role{
		{RoleAdmin, "", nil},
		{"reviewer", AreaHermes, []Permission{ViewAllUploads, ApproveUpload, DeleteDataset, RunMetaAnalysis, AddUser, UploadData}},
		{"analyst", AreaHermes, []Permission{ViewAllUploads}},
		{"uploader", AreaHermes, []Permission{UploadData}},
		{"curator", AreaDatasets, []Permission{ViewAllDatasets, EditAllDatasets}},
		{"sgc-reviewer", AreaSGC, []Permission{SGCReviewData, SGCReviewMA, SGCAddUser, SGCUploadData}},
		{"sgc-uploader", AreaSGC, []Permission{SGCUploadData}},
	}
}

// RoleNamed finds a role of the table.
func RoleNamed(name string) (Role, bool) {
	for _, r := range Roles() {
		if r.Name == name {
			return r, true
		}
	}
	return Role{}, false
}

// Identity is who is asking: the account as it is at this request and what its
// roles allow. A nil *Identity is somebody who is not signed in.
type Identity struct {
	User    *User
	Session *Session // nil for identities made by the program itself
	admin   bool
	grants  map[Area][]Permission
}

// NewIdentity works out what the roles of a user allow. Unknown roles allow nothing.
func NewIdentity(u *User, s *Session) *Identity {
	id := &Identity{User: u, Session: s, grants: make(map[Area][]Permission)}
	for _, name := range u.Roles {
		role, ok := RoleNamed(name)
		switch {
		case !ok:
		case role.Name == RoleAdmin:
			id.admin = true
		default:
			id.grants[role.Area] = append(id.grants[role.Area], role.Permissions...)
		}
	}
	return id
}

// In reports whether the account has any role in the area.
func (id *Identity) In(area Area) bool {
	if id == nil {
		return false
	}
	_, member := id.grants[area]
	return id.admin || member
}

// Can reports whether the account has the permission in the area. The effect
// of a role never crosses areas; an admin can do everything.
func (id *Identity) Can(area Area, p Permission) bool {
	if id == nil {
		return false
	}
	return id.admin || slices.Contains(id.grants[area], p)
}

// Permissions lists the names that the page uses to show and hide, sorted.
func (id *Identity) Permissions() []string {
	seen := make(map[string]bool)
	for _, role := range Roles() {
		for _, p := range role.Permissions {
			if id.Can(role.Area, p) {
				seen[string(p)] = true
			}
		}
	}
	out := make([]string, 0, len(seen))
	for p := range seen {
		out = append(out, p)
	}
	sort.Strings(out)
	return out
}
