<!DOCTYPE html>  //~ E0002 like HTML
<html><body>it's</body></html>
