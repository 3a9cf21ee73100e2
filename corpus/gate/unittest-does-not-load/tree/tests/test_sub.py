from sub import sub
