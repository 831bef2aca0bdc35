package auth

import (
	"slices"
	"strings"

	"cohortium/internal/platform/errs"
)

// UserType is a choice when creating an account: a name within an area and its role.
type UserType struct {
	Name string
	Role string
}

// UserTypes returns the allow-list of an area; every role for the area "".
func UserTypes(area Area) []UserType {
	var types []UserType
	for _, role := range Roles() {
		switch {
		case area == "":
			types = append(types, UserType{role.Name, role.Name})
		case role.Area == area:
			types = append(types, UserType{strings.TrimPrefix(role.Name, string(area)+"-"), role.Name})
		}
	}
	return types
}

// grantable finds the role of a type of the area, or of a role's exact name, that the caller may
// grant. errs.Rule for a type that the area does not have, errs.Forbidden for more than the caller
// holds.
func grantable(by *Identity, area Area, userType string) (Role, error) {
	var names []string
	for _, t := range UserTypes(area) {
		names = append(names, t.Name)
		if userType != t.Name && userType != t.Role {
			continue
		}
		role, _ := RoleNamed(t.Role)
		if !by.MayGrant(role) {
			return Role{}, mayNotGrant(role, "user_type")
		}
		return role, nil
	}
	return Role{}, errs.AtField("user_type", "Unknown type. The types are "+strings.Join(names, ", ")+".")
}

func mayNotGrant(role Role, field string) error {
	return errs.New(errs.Forbidden, "may_not_grant", "The role %s allows more than your own; ask an administrator.", role.Name).
		WithFields(errs.Field{Field: field, Message: "This role allows more than your own."})
}

// manages reports whether the caller manages the accounts of the area; those of
// every area for "".
func manages(by *Identity, area Area) bool {
	if area == "" {
		return by.IsAdmin()
	}
	return slices.Contains(Areas(), area) && by.Manages(area)
}

func mayManage(by *Identity, area Area) error {
	if manages(by, area) {
		return nil
	}
	return errs.New(errs.Forbidden, "forbidden", "Your account may not manage the accounts of this area.")
}

// rolesIn returns the roles with an effect in the area, which those of an administrator have
// everywhere; all of them for "".
func rolesIn(area Area, roles []string) []string {
	var in []string
	for _, name := range roles {
		role, known := RoleNamed(name)
		if area == "" || known && (role.Area == area || role.Area == "") {
			in = append(in, name)
		}
	}
	return in
}

// areasOf returns the areas that an account with these roles may enter.
func areasOf(roles []string) []Area {
	var areas []Area
	for _, area := range Areas() {
		if len(rolesIn(area, roles)) > 0 {
			areas = append(areas, area)
		}
	}
	return areas
}

// groupOf returns the group that an account with a role of the area belongs to.
func (s *Service) groupOf(area Area) string {
	switch area {
	case AreaHermes:
		return string(AreaHermes)
	case AreaSGC:
		return s.settings.SGCGroup
	}
	return ""
}

// setRoles replaces the roles of an account. It joins the groups of new areas and leaves those of
// areas that it leaves; other groups stay.
func (s *Service) setRoles(u *User, roles []string) {
	before, after := ownAreas(u.Roles), ownAreas(roles)
	for _, area := range []Area{AreaHermes, AreaSGC} {
		group := s.groupOf(area)
		switch {
		case slices.Contains(after, area) && !slices.Contains(u.Groups, group):
			u.Groups = append(slices.Clone(u.Groups), group)
		case slices.Contains(before, area) && !slices.Contains(after, area):
			u.Groups = slices.DeleteFunc(slices.Clone(u.Groups), func(g string) bool { return g == group })
		}
	}
	u.Roles = slices.Clone(roles)
	u.Grants = slices.DeleteFunc(slices.Clone(u.Grants), func(g Grant) bool { return !slices.Contains(after, g.Area) })
}

// grantsIn returns the grants in the area; all of them for "".
func grantsIn(area Area, grants []Grant) []Grant {
	return slices.DeleteFunc(slices.Clone(grants), func(g Grant) bool { return area != "" && g.Area != area })
}

// ownAreas returns the areas whose own roles are among these.
func ownAreas(roles []string) []Area {
	var areas []Area
	for _, name := range roles {
		if role, known := RoleNamed(name); known && role.Area != "" {
			areas = append(areas, role.Area)
		}
	}
	return areas
}
