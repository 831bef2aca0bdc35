package auth

// Area is a part of the product that has its own roles.
type Area string

// The areas, by their name in addresses and the contract.
const (
	AreaHermes   Area = "hermes"   // GWAS summary statistics: upload, review, meta-analysis
	AreaSGC      Area = "sgc"      // phenotype counts of cohorts
	AreaDatasets Area = "datasets" // the registry of data sets
)

// Areas lists the areas in display order.
func Areas() []Area { return []Area{AreaHermes, AreaSGC, AreaDatasets} }

// Permission is one right of a role within its area.
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

	// ManageUsers belongs to no role: administrators grant it to an account, in an area where it
	// has a role.
	ManageUsers Permission = "manage_users"
)

// Grant is a permission that an account has in an area in addition to those of its roles.
type Grant struct {
	Area       Area
	Permission Permission
}

// RoleAdmin is the role with all rights in every area.
const RoleAdmin = "admin"

// Role is a named set of permissions.
type Role struct {
	Name        string
	Area        Area // "" for every area (admin)
	Permissions []Permission
}

// Roles returns the table of roles, in display order.
func Roles() []Role {
	return []Role{
		{RoleAdmin, "", nil},
		{"reviewer", AreaHermes, []Permission{ViewAllUploads, ApproveUpload, DeleteDataset, RunMetaAnalysis, AddUser, UploadData}},
		{"analyst", AreaHermes, []Permission{ViewAllUploads}},
		{"uploader", AreaHermes, []Permission{UploadData}},
		{"curator", AreaDatasets, []Permission{ViewAllDatasets, EditAllDatasets}},
		{"contributor", AreaDatasets, nil}, // registers data sets and sees what is shared; see docs/decisions
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
